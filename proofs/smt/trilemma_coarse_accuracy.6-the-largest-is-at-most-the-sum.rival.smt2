; rival of: the largest is at most the sum
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (and (>= x 0.0) (>= y 0.0)))
(assert (or
  (and (> y x) (not (< y (+ x y))))
  (and (not (> y x)) (not (< x (+ x y))))))
(check-sat)
