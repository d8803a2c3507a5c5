; Algorithm 3 maps the two segments onto sides of the unit ball
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(assert (and (>= x 0.0) (<= x 1.0)))
(assert (not (= (+ (ite (>= (+ (* 1.0 x) 0.0) 0.0) (+ (* 1.0 x) 0.0) (- (+ (* 1.0 x) 0.0))) (ite (>= (+ (* (- 1.0) x) 1.0) 0.0) (+ (* (- 1.0) x) 1.0) (- (+ (* (- 1.0) x) 1.0)))) 1.0)))
(check-sat)
