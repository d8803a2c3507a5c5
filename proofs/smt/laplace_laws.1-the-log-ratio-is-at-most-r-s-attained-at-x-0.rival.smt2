; rival of: the log-ratio is at most r |s|, attained at x = 0
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (not (<= (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) s)))
(check-sat)
