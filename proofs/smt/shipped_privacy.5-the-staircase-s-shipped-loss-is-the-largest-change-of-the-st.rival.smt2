; rival of: the staircase's shipped loss is the largest change of the step: no point changes by more
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= s (- 1.0)) (<= s 1.0)))
(assert (or
  (and (<= (ite (>= s 0.0) s (- s)) 1.0) (not (= s 0.0)) (not (= (ite (>= (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) 0) (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) (- (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)))) 1)))
  (and (<= (ite (>= s 0.0) s (- s)) 1.0) (not (not (= s 0.0))) (not (= (ite (>= (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) 0) (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) (- (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)))) 0)))
  (not (<= (ite (>= s 0.0) s (- s)) 1.0))))
(check-sat)
