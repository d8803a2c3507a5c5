; rival of: a shift of at most k sensitivities changes the staircase's step by at most k
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(declare-const k Int)
(assert (and (> g 0.0) (<= g 1.0) (<= s (to_real k)) (<= (- s) (to_real k))))
(assert (not (<= (ite (>= (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) 0) (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) (- (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)))) 1)))
(check-sat)
