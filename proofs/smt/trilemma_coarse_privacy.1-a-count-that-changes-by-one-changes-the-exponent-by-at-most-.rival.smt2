; rival of: a count that changes by one changes the exponent by at most one
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const c Int)
(assert (>= c 2))
(assert (not (< (ite (>= (- (ite (>= (- x (to_real c)) 0.0) (- x (to_real c)) (- (- x (to_real c)))) (ite (>= (- x (to_real (- c 1))) 0.0) (- x (to_real (- c 1))) (- (- x (to_real (- c 1)))))) 0.0) (- (ite (>= (- x (to_real c)) 0.0) (- x (to_real c)) (- (- x (to_real c)))) (ite (>= (- x (to_real (- c 1))) 0.0) (- x (to_real (- c 1))) (- (- x (to_real (- c 1)))))) (- (- (ite (>= (- x (to_real c)) 0.0) (- x (to_real c)) (- (- x (to_real c)))) (ite (>= (- x (to_real (- c 1))) 0.0) (- x (to_real (- c 1))) (- (- x (to_real (- c 1)))))))) 1.0)))
(check-sat)
