; rival of: the Laplace law's shipped loss is the largest change of |x|, sensitivity 1
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(assert (>= s (- 9.0)))
(assert (not (= (ite (>= (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) 0.0) (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) (- (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))))) (* 1.0 (+ (* 1.0 (ite (>= s 0.0) s (- s))) 0.0)))))
(check-sat)
