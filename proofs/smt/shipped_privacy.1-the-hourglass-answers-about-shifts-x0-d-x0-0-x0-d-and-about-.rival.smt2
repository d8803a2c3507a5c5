; rival of: the hourglass answers about shifts +-(x0, D - x0), 0 <= x0 <= D, and about no other
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const d Real)
(assert (> d 0.0))
(assert (or
  (and (= (ite (>= (+ x y) 0.0) (+ x y) (- (+ x y))) d) (= (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) (ite (>= (+ x y) 0.0) (+ x y) (- (+ x y)))) (not (= (+ x y) d)))
  (and (= (ite (>= (+ x y) 0.0) (+ x y) (- (+ x y))) d) (not (= (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) (ite (>= (+ x y) 0.0) (+ x y) (- (+ x y))))) (= (+ x y) d))
  (and (not (= (ite (>= (+ x y) 0.0) (+ x y) (- (+ x y))) d)) (= (+ x y) d))))
(check-sat)
