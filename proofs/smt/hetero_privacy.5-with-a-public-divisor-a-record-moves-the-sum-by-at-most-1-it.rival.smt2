; rival of: with a public divisor a record moves the sum by at most 1, its removal by at most 1/2
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (and (<= (ite (>= x 0.0) x (- x)) (/ 1.0 2.0)) (<= (ite (>= y 0.0) y (- y)) (/ 1.0 2.0))))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (/ 1.0 2.0))))
(check-sat)
