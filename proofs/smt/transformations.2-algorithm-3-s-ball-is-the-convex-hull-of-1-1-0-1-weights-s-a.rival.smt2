; rival of: Algorithm 3's ball is the convex hull of +-(1, 1), +-(0, 1): weights |S| and |N - S|
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (<= (+ (ite (>= (+ (* 1.0 x) (* 0.0 y)) 0.0) (+ (* 1.0 x) (* 0.0 y)) (- (+ (* 1.0 x) (* 0.0 y)))) (ite (>= (+ (* (- 1.0) x) (* 1.0 y)) 0.0) (+ (* (- 1.0) x) (* 1.0 y)) (- (+ (* (- 1.0) x) (* 1.0 y))))) 1.0))
(assert (not (<= (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) 1.0)))
(check-sat)
