; rival of: Algorithm 3 maps the two segments onto sides of the unit ball
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (and (>= x 0.0) (<= x 1.0)))
(assert (not (= (+ (ite (>= (+ (* 1.0 x) (- (/ 1.0 2.0))) 0.0) (+ (* 1.0 x) (- (/ 1.0 2.0))) (- (+ (* 1.0 x) (- (/ 1.0 2.0))))) (ite (>= (+ (* 0.0 x) (/ 1.0 2.0)) 0.0) (+ (* 0.0 x) (/ 1.0 2.0)) (- (+ (* 0.0 x) (/ 1.0 2.0))))) 1.0)))
(check-sat)
