; rival of: the exponent is 2i + k on B_k(i)
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const i Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= x 0.0) (>= i 1) (<= (- (+ (+ (to_real k) g) (to_real i)) 1.0) x) (< x (+ (+ (to_real k) g) (to_real i)))))
(assert (or
  (and (>= x 0.0) (not (= (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))) (+ i k))))
  (and (not (>= x 0.0)) (not (= (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))) (+ i k))))))
(check-sat)
