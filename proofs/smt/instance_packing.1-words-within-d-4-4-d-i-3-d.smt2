; words within d/4: 4 (d - i) >= 3 d
; negated: unsat proves it
(set-logic ALL)
(declare-const d Int)
(declare-const i Int)
(assert (and (>= i 0) (<= (* 4 i) d)))
(assert (not (>= (* 4 (- d i)) (* 3 d))))
(check-sat)
