; rival of: D.2, the case that A_(-1) stands for: x in [0, gamma) on k = -1 has exponent 1
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const x0 Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= x0 0.0) (<= x0 1.0) (>= x 0.0) (< x g) (= k (- 1))))
(assert (or
  (and (>= x 0.0) (= (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))) 1) (>= (+ x x0) 0.0) (not (= (+ (ite (>= (+ (to_int (- (+ x x0) g)) 1) 0) (+ (to_int (- (+ x x0) g)) 1) (- (+ (to_int (- (+ x x0) g)) 1))) (ite (>= (- 0 (+ (to_int (- (+ x x0) g)) 1)) 0) (- 0 (+ (to_int (- (+ x x0) g)) 1)) (- (- 0 (+ (to_int (- (+ x x0) g)) 1))))) 0)))
  (and (>= x 0.0) (= (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))) 1) (not (>= (+ x x0) 0.0)) (not (= (+ (ite (>= (- (+ (to_int (- (- (+ x x0)) g)) 1)) 0) (- (+ (to_int (- (- (+ x x0)) g)) 1)) (- (- (+ (to_int (- (- (+ x x0)) g)) 1)))) (ite (>= (- 0 (- (+ (to_int (- (- (+ x x0)) g)) 1))) 0) (- 0 (- (+ (to_int (- (- (+ x x0)) g)) 1))) (- (- 0 (- (+ (to_int (- (- (+ x x0)) g)) 1)))))) 0)))
  (and (>= x 0.0) (not (= (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))) 1)))
  (and (not (>= x 0.0)) (= (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))) 1) (>= (+ x x0) 0.0) (not (= (+ (ite (>= (+ (to_int (- (+ x x0) g)) 1) 0) (+ (to_int (- (+ x x0) g)) 1) (- (+ (to_int (- (+ x x0) g)) 1))) (ite (>= (- 0 (+ (to_int (- (+ x x0) g)) 1)) 0) (- 0 (+ (to_int (- (+ x x0) g)) 1)) (- (- 0 (+ (to_int (- (+ x x0) g)) 1))))) 0)))
  (and (not (>= x 0.0)) (= (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))) 1) (not (>= (+ x x0) 0.0)) (not (= (+ (ite (>= (- (+ (to_int (- (- (+ x x0)) g)) 1)) 0) (- (+ (to_int (- (- (+ x x0)) g)) 1)) (- (- (+ (to_int (- (- (+ x x0)) g)) 1)))) (ite (>= (- 0 (- (+ (to_int (- (- (+ x x0)) g)) 1))) 0) (- 0 (- (+ (to_int (- (- (+ x x0)) g)) 1))) (- (- 0 (- (+ (to_int (- (- (+ x x0)) g)) 1)))))) 0)))
  (and (not (>= x 0.0)) (not (= (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))) 1)))))
(check-sat)
