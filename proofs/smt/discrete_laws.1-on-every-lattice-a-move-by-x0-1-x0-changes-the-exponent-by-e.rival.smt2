; rival of: on every lattice, a move by (x0, 1 - x0) changes the exponent by exactly one
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const x0 Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= x0 0.0) (<= x0 1.0)))
(assert (or
  (and (>= (+ x x0) 0.0) (>= x 0.0) (not (= (- (+ (ite (>= (+ (to_int (- (+ x x0) g)) 1) 0) (+ (to_int (- (+ x x0) g)) 1) (- (+ (to_int (- (+ x x0) g)) 1))) (ite (>= (- (+ k 1) (+ (to_int (- (+ x x0) g)) 1)) 0) (- (+ k 1) (+ (to_int (- (+ x x0) g)) 1)) (- (- (+ k 1) (+ (to_int (- (+ x x0) g)) 1))))) (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1)))))) (- 1))))
  (and (>= (+ x x0) 0.0) (not (>= x 0.0)) (not (= (- (+ (ite (>= (+ (to_int (- (+ x x0) g)) 1) 0) (+ (to_int (- (+ x x0) g)) 1) (- (+ (to_int (- (+ x x0) g)) 1))) (ite (>= (- (+ k 1) (+ (to_int (- (+ x x0) g)) 1)) 0) (- (+ k 1) (+ (to_int (- (+ x x0) g)) 1)) (- (- (+ k 1) (+ (to_int (- (+ x x0) g)) 1))))) (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1))))))) (- 1))))
  (and (not (>= (+ x x0) 0.0)) (>= x 0.0) (not (= (- (+ (ite (>= (- (+ (to_int (- (- (+ x x0)) g)) 1)) 0) (- (+ (to_int (- (- (+ x x0)) g)) 1)) (- (- (+ (to_int (- (- (+ x x0)) g)) 1)))) (ite (>= (- (+ k 1) (- (+ (to_int (- (- (+ x x0)) g)) 1))) 0) (- (+ k 1) (- (+ (to_int (- (- (+ x x0)) g)) 1))) (- (- (+ k 1) (- (+ (to_int (- (- (+ x x0)) g)) 1)))))) (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1)))))) (- 1))))
  (and (not (>= (+ x x0) 0.0)) (not (>= x 0.0)) (not (= (- (+ (ite (>= (- (+ (to_int (- (- (+ x x0)) g)) 1)) 0) (- (+ (to_int (- (- (+ x x0)) g)) 1)) (- (- (+ (to_int (- (- (+ x x0)) g)) 1)))) (ite (>= (- (+ k 1) (- (+ (to_int (- (- (+ x x0)) g)) 1))) 0) (- (+ k 1) (- (+ (to_int (- (- (+ x x0)) g)) 1))) (- (- (+ k 1) (- (+ (to_int (- (- (+ x x0)) g)) 1)))))) (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1))))))) (- 1))))))
(check-sat)
