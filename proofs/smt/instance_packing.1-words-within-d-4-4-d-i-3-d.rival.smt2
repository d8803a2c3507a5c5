; rival of: words within d/4: 4 (d - i) >= 3 d
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const d Int)
(declare-const i Int)
(assert (and (>= i 0) (<= (* 4 i) d)))
(assert (not (>= (* 4 (- d i)) (+ (* 3 d) 1))))
(check-sat)
