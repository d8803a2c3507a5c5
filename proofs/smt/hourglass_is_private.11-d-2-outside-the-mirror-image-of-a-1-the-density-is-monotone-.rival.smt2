; rival of: D.2: outside the mirror image of A_1 the density is monotone in x0
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const x0 Real)
(declare-const g Real)
(declare-const x1 Real)
(assert (or
  (and (> g 0.0) (<= g 1.0) (>= x0 0.0) (>= x1 x0) (<= x1 1.0) (> k (- 1)))
  (and (> g 0.0) (<= g 1.0) (>= x0 0.0) (>= x1 x0) (<= x1 1.0) (not (> k (- 1))) (< k (- 1)))
  (and (> g 0.0) (<= g 1.0) (>= x0 0.0) (>= x1 x0) (<= x1 1.0) (not (> k (- 1))) (not (< k (- 1))) (> x 0.0))
  (and (> g 0.0) (<= g 1.0) (>= x0 0.0) (>= x1 x0) (<= x1 1.0) (not (> k (- 1))) (not (< k (- 1))) (not (> x 0.0)) (<= x (- (- 1.0) g)))))
(assert (or
  (and (>= x 0.0) (>= (+ x x0) 0.0) (not (<= (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- (+ k 1) (+ (to_int (- x g)) 1)) 0) (- (+ k 1) (+ (to_int (- x g)) 1)) (- (- (+ k 1) (+ (to_int (- x g)) 1))))) (+ (ite (>= (+ (to_int (- (+ x x0) g)) 1) 0) (+ (to_int (- (+ x x0) g)) 1) (- (+ (to_int (- (+ x x0) g)) 1))) (ite (>= (- (+ k 1) (+ (to_int (- (+ x x0) g)) 1)) 0) (- (+ k 1) (+ (to_int (- (+ x x0) g)) 1)) (- (- (+ k 1) (+ (to_int (- (+ x x0) g)) 1))))))))
  (and (>= x 0.0) (not (>= (+ x x0) 0.0)) (not (<= (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- (+ k 1) (+ (to_int (- x g)) 1)) 0) (- (+ k 1) (+ (to_int (- x g)) 1)) (- (- (+ k 1) (+ (to_int (- x g)) 1))))) (+ (ite (>= (- (+ (to_int (- (- (+ x x0)) g)) 1)) 0) (- (+ (to_int (- (- (+ x x0)) g)) 1)) (- (- (+ (to_int (- (- (+ x x0)) g)) 1)))) (ite (>= (- (+ k 1) (- (+ (to_int (- (- (+ x x0)) g)) 1))) 0) (- (+ k 1) (- (+ (to_int (- (- (+ x x0)) g)) 1))) (- (- (+ k 1) (- (+ (to_int (- (- (+ x x0)) g)) 1)))))))))
  (and (not (>= x 0.0)) (>= (+ x x0) 0.0) (not (<= (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- (+ k 1) (- (+ (to_int (- (- x) g)) 1))) 0) (- (+ k 1) (- (+ (to_int (- (- x) g)) 1))) (- (- (+ k 1) (- (+ (to_int (- (- x) g)) 1)))))) (+ (ite (>= (+ (to_int (- (+ x x0) g)) 1) 0) (+ (to_int (- (+ x x0) g)) 1) (- (+ (to_int (- (+ x x0) g)) 1))) (ite (>= (- (+ k 1) (+ (to_int (- (+ x x0) g)) 1)) 0) (- (+ k 1) (+ (to_int (- (+ x x0) g)) 1)) (- (- (+ k 1) (+ (to_int (- (+ x x0) g)) 1))))))))
  (and (not (>= x 0.0)) (not (>= (+ x x0) 0.0)) (not (<= (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- (+ k 1) (- (+ (to_int (- (- x) g)) 1))) 0) (- (+ k 1) (- (+ (to_int (- (- x) g)) 1))) (- (- (+ k 1) (- (+ (to_int (- (- x) g)) 1)))))) (+ (ite (>= (- (+ (to_int (- (- (+ x x0)) g)) 1)) 0) (- (+ (to_int (- (- (+ x x0)) g)) 1)) (- (- (+ (to_int (- (- (+ x x0)) g)) 1)))) (ite (>= (- (+ k 1) (- (+ (to_int (- (- (+ x x0)) g)) 1))) 0) (- (+ k 1) (- (+ (to_int (- (- (+ x x0)) g)) 1))) (- (- (+ k 1) (- (+ (to_int (- (- (+ x x0)) g)) 1)))))))))))
(check-sat)
