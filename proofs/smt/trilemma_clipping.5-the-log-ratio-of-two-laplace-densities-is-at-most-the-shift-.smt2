; the log-ratio of two Laplace densities is at most the shift, in units of the scale
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (or
  (and (<= (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) (ite (>= s 0.0) s (- s))) (not (<= (- (ite (>= x 0.0) x (- x)) (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s)))) (ite (>= s 0.0) s (- s)))))
  (not (<= (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) (ite (>= s 0.0) s (- s))))))
(check-sat)
