; rival of: D.2, subcases A, B1 and B2: a step up by one
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= x 0.0)))
(assert (or
  (and (>= x 0.0) (not (= (- (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- (+ k 1) (+ (to_int (- x g)) 1)) 0) (- (+ k 1) (+ (to_int (- x g)) 1)) (- (- (+ k 1) (+ (to_int (- x g)) 1))))) (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1)))))) 1)))
  (and (not (>= x 0.0)) (not (= (- (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- (+ k 1) (- (+ (to_int (- (- x) g)) 1))) 0) (- (+ k 1) (- (+ (to_int (- (- x) g)) 1))) (- (- (+ k 1) (- (+ (to_int (- (- x) g)) 1)))))) (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1))))))) 1)))))
(check-sat)
