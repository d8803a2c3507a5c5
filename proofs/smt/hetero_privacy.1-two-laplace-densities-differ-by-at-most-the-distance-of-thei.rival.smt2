; rival of: two Laplace densities differ by at most the distance of their centres, in units of the scale
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(assert (<= x y))
(assert (not (<= (ite (>= (- (ite (>= (- x s) 0.0) (- x s) (- (- x s))) (ite (>= (- y s) 0.0) (- y s) (- (- y s)))) 0.0) (- (ite (>= (- x s) 0.0) (- x s) (- (- x s))) (ite (>= (- y s) 0.0) (- y s) (- (- y s)))) (- (- (ite (>= (- x s) 0.0) (- x s) (- (- x s))) (ite (>= (- y s) 0.0) (- y s) (- (- y s)))))) (* (/ 1.0 2.0) (- y x)))))
(check-sat)
