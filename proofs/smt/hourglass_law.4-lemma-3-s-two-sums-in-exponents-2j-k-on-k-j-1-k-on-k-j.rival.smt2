; rival of: Lemma 3's two sums, in exponents: 2j - k on k <= j - 1, k on k >= j
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const g Real)
(declare-const j Int)
(assert (and (> g 0.0) (<= g 1.0) (>= j 0) (>= x 0.0) (>= x (+ (to_real (- j 1)) g)) (< x (+ (to_real j) g))))
(assert (or
  (and (>= x 0.0) (not (= (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))) k)))
  (and (not (>= x 0.0)) (not (= (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))) k)))))
(check-sat)
