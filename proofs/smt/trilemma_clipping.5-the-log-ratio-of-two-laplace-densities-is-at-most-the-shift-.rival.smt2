; rival of: the log-ratio of two Laplace densities is at most the shift, in units of the scale
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (not (<= (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) s)))
(check-sat)
