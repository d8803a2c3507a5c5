; rival of: two coordinates: losses add
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(declare-const t Real)
(assert (<= (+ (ite (>= s 0.0) s (- s)) (ite (>= t 0.0) t (- t))) 1.0))
(assert (not (<= (- (- (+ (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= (+ y t) 0.0) (+ y t) (- (+ y t)))) (ite (>= x 0.0) x (- x))) (ite (>= y 0.0) y (- y))) 0.0)))
(check-sat)
