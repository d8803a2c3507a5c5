; two Laplace densities differ by at most the distance of their centres, in units of the scale
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(assert (<= x y))
(assert (not (<= (ite (>= (- (ite (>= (- x s) 0.0) (- x s) (- (- x s))) (ite (>= (- y s) 0.0) (- y s) (- (- y s)))) 0.0) (- (ite (>= (- x s) 0.0) (- x s) (- (- x s))) (ite (>= (- y s) 0.0) (- y s) (- (- y s)))) (- (- (ite (>= (- x s) 0.0) (- x s) (- (- x s))) (ite (>= (- y s) 0.0) (- y s) (- (- y s)))))) (- y x))))
(check-sat)
