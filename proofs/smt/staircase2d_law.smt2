; a shift of l1 length at most 1 changes the step by at most one
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(declare-const t Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (<= (+ (ite (>= s 0.0) s (- s)) (ite (>= t 0.0) t (- t))) 1.0)))
(assert (and (not (= (- (+ (to_int (- (+ (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= (+ y t) 0.0) (+ y t) (- (+ y t)))) g)) 1) (+ (to_int (- (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) g)) 1)) (- 1))) (not (= (- (+ (to_int (- (+ (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= (+ y t) 0.0) (+ y t) (- (+ y t)))) g)) 1) (+ (to_int (- (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) g)) 1)) 0)) (not (= (- (+ (to_int (- (+ (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= (+ y t) 0.0) (+ y t) (- (+ y t)))) g)) 1) (+ (to_int (- (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) g)) 1)) 1))))
(check-sat)
(reset)

; rival of: a shift of l1 length at most 1 changes the step by at most one
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(declare-const t Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (<= (+ (ite (>= s 0.0) s (- s)) (ite (>= t 0.0) t (- t))) 1.0)))
(assert (and (not (= (- (+ (to_int (- (+ (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= (+ y t) 0.0) (+ y t) (- (+ y t)))) g)) 1) (+ (to_int (- (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) g)) 1)) 0)) (not (= (- (+ (to_int (- (+ (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= (+ y t) 0.0) (+ y t) (- (+ y t)))) g)) 1) (+ (to_int (- (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) g)) 1)) 1))))
(check-sat)
