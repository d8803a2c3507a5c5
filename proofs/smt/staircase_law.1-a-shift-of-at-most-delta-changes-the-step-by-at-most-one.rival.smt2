; rival of: a shift of at most Delta changes the step by at most one
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= s (- 1.0)) (<= s 1.0)))
(assert (and (not (= (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) (- 1))) (not (= (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) 0))))
(check-sat)
