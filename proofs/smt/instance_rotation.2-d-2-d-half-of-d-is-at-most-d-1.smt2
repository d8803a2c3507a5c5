; d' < 2 d: half of d' is at most d - 1
; negated: unsat proves it
(set-logic ALL)
(declare-const d Int)
(declare-const h Int)
(assert (and (>= d 2) (<= h (- d 1)) (< (- d 1) (* 2 h))))
(assert (or
  (and (<= d (* 2 h)) (not (< (* 2 h) (* 2 d))))
  (not (<= d (* 2 h)))))
(check-sat)
