; Lemma 4's centre is the signed step: y - y_0 = k - J
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0)))
(assert (or
  (and (>= x 0.0) (not (= (- (- (to_real k) x) (+ (- x) (to_real (to_int (+ x (- 1.0 g)))))) (to_real (- k (+ (to_int (- x g)) 1))))))
  (and (not (>= x 0.0)) (not (= (- (- (to_real k) x) (- (- x) (to_real (to_int (+ (- x) (- 1.0 g)))))) (to_real (- k (- (+ (to_int (- (- x) g)) 1)))))))))
(check-sat)
(reset)

; rival of: Lemma 4's centre is the signed step: y - y_0 = k - J
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0)))
(assert (or
  (and (>= x 0.0) (not (= (- (- (to_real k) x) (+ (- x) (to_real (to_int (+ x (- 1.0 g)))))) (to_real (+ k (+ (to_int (- x g)) 1))))))
  (and (not (>= x 0.0)) (not (= (- (- (to_real k) x) (- (- x) (to_real (to_int (+ (- x) (- 1.0 g)))))) (to_real (+ k (- (+ (to_int (- (- x) g)) 1)))))))))
(check-sat)
(reset)

; the density is even
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0)))
(assert (or
  (and (>= (- x) 0.0) (>= x 0.0) (not (= (+ (ite (>= (+ (to_int (- (- x) g)) 1) 0) (+ (to_int (- (- x) g)) 1) (- (+ (to_int (- (- x) g)) 1))) (ite (>= (- (- k) (+ (to_int (- (- x) g)) 1)) 0) (- (- k) (+ (to_int (- (- x) g)) 1)) (- (- (- k) (+ (to_int (- (- x) g)) 1))))) (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))))))
  (and (>= (- x) 0.0) (not (>= x 0.0)) (not (= (+ (ite (>= (+ (to_int (- (- x) g)) 1) 0) (+ (to_int (- (- x) g)) 1) (- (+ (to_int (- (- x) g)) 1))) (ite (>= (- (- k) (+ (to_int (- (- x) g)) 1)) 0) (- (- k) (+ (to_int (- (- x) g)) 1)) (- (- (- k) (+ (to_int (- (- x) g)) 1))))) (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))))))
  (and (not (>= (- x) 0.0)) (>= x 0.0) (not (= (+ (ite (>= (- (+ (to_int (- (- (- x)) g)) 1)) 0) (- (+ (to_int (- (- (- x)) g)) 1)) (- (- (+ (to_int (- (- (- x)) g)) 1)))) (ite (>= (- (- k) (- (+ (to_int (- (- (- x)) g)) 1))) 0) (- (- k) (- (+ (to_int (- (- (- x)) g)) 1))) (- (- (- k) (- (+ (to_int (- (- (- x)) g)) 1)))))) (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))))))
  (and (not (>= (- x) 0.0)) (not (>= x 0.0)) (not (= (+ (ite (>= (- (+ (to_int (- (- (- x)) g)) 1)) 0) (- (+ (to_int (- (- (- x)) g)) 1)) (- (- (+ (to_int (- (- (- x)) g)) 1)))) (ite (>= (- (- k) (- (+ (to_int (- (- (- x)) g)) 1))) 0) (- (- k) (- (+ (to_int (- (- (- x)) g)) 1))) (- (- (- k) (- (+ (to_int (- (- (- x)) g)) 1)))))) (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))))))))
(check-sat)
(reset)

; rival of: the density is even
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0)))
(assert (or
  (and (>= (- x) 0.0) (>= x 0.0) (not (= (+ (ite (>= (+ (to_int (- (- x) g)) 1) 0) (+ (to_int (- (- x) g)) 1) (- (+ (to_int (- (- x) g)) 1))) (ite (>= (- k (+ (to_int (- (- x) g)) 1)) 0) (- k (+ (to_int (- (- x) g)) 1)) (- (- k (+ (to_int (- (- x) g)) 1))))) (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))))))
  (and (>= (- x) 0.0) (not (>= x 0.0)) (not (= (+ (ite (>= (+ (to_int (- (- x) g)) 1) 0) (+ (to_int (- (- x) g)) 1) (- (+ (to_int (- (- x) g)) 1))) (ite (>= (- k (+ (to_int (- (- x) g)) 1)) 0) (- k (+ (to_int (- (- x) g)) 1)) (- (- k (+ (to_int (- (- x) g)) 1))))) (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))))))
  (and (not (>= (- x) 0.0)) (>= x 0.0) (not (= (+ (ite (>= (- (+ (to_int (- (- (- x)) g)) 1)) 0) (- (+ (to_int (- (- (- x)) g)) 1)) (- (- (+ (to_int (- (- (- x)) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- (- x)) g)) 1))) 0) (- k (- (+ (to_int (- (- (- x)) g)) 1))) (- (- k (- (+ (to_int (- (- (- x)) g)) 1)))))) (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))))))
  (and (not (>= (- x) 0.0)) (not (>= x 0.0)) (not (= (+ (ite (>= (- (+ (to_int (- (- (- x)) g)) 1)) 0) (- (+ (to_int (- (- (- x)) g)) 1)) (- (- (+ (to_int (- (- (- x)) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- (- x)) g)) 1))) 0) (- k (- (+ (to_int (- (- (- x)) g)) 1))) (- (- k (- (+ (to_int (- (- (- x)) g)) 1)))))) (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))))))))
(check-sat)
(reset)

; the density is symmetric under exchange of x and y = k - x
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0)))
(assert (or
  (and (>= (- (to_real k) x) 0.0) (>= x 0.0) (not (= (+ (ite (>= (+ (to_int (- (- (to_real k) x) g)) 1) 0) (+ (to_int (- (- (to_real k) x) g)) 1) (- (+ (to_int (- (- (to_real k) x) g)) 1))) (ite (>= (- k (+ (to_int (- (- (to_real k) x) g)) 1)) 0) (- k (+ (to_int (- (- (to_real k) x) g)) 1)) (- (- k (+ (to_int (- (- (to_real k) x) g)) 1))))) (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))))))
  (and (>= (- (to_real k) x) 0.0) (not (>= x 0.0)) (not (= (+ (ite (>= (+ (to_int (- (- (to_real k) x) g)) 1) 0) (+ (to_int (- (- (to_real k) x) g)) 1) (- (+ (to_int (- (- (to_real k) x) g)) 1))) (ite (>= (- k (+ (to_int (- (- (to_real k) x) g)) 1)) 0) (- k (+ (to_int (- (- (to_real k) x) g)) 1)) (- (- k (+ (to_int (- (- (to_real k) x) g)) 1))))) (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))))))
  (and (not (>= (- (to_real k) x) 0.0)) (>= x 0.0) (not (= (+ (ite (>= (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)) 0) (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)) (- (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- (- (to_real k) x)) g)) 1))) 0) (- k (- (+ (to_int (- (- (- (to_real k) x)) g)) 1))) (- (- k (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)))))) (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))))))
  (and (not (>= (- (to_real k) x) 0.0)) (not (>= x 0.0)) (not (= (+ (ite (>= (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)) 0) (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)) (- (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- (- (to_real k) x)) g)) 1))) 0) (- k (- (+ (to_int (- (- (- (to_real k) x)) g)) 1))) (- (- k (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)))))) (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))))))))
(check-sat)
(reset)

; rival of: the density is symmetric under exchange of x and y = k - x
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0)))
(assert (or
  (and (>= (- (to_real k) x) 0.0) (>= x 0.0) (not (= (+ (ite (>= (+ (to_int (- (- (to_real k) x) g)) 1) 0) (+ (to_int (- (- (to_real k) x) g)) 1) (- (+ (to_int (- (- (to_real k) x) g)) 1))) (ite (>= (- k (+ (to_int (- (- (to_real k) x) g)) 1)) 0) (- k (+ (to_int (- (- (to_real k) x) g)) 1)) (- (- k (+ (to_int (- (- (to_real k) x) g)) 1))))) (+ (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))) 1))))
  (and (>= (- (to_real k) x) 0.0) (not (>= x 0.0)) (not (= (+ (ite (>= (+ (to_int (- (- (to_real k) x) g)) 1) 0) (+ (to_int (- (- (to_real k) x) g)) 1) (- (+ (to_int (- (- (to_real k) x) g)) 1))) (ite (>= (- k (+ (to_int (- (- (to_real k) x) g)) 1)) 0) (- k (+ (to_int (- (- (to_real k) x) g)) 1)) (- (- k (+ (to_int (- (- (to_real k) x) g)) 1))))) (+ (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))) 1))))
  (and (not (>= (- (to_real k) x) 0.0)) (>= x 0.0) (not (= (+ (ite (>= (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)) 0) (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)) (- (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- (- (to_real k) x)) g)) 1))) 0) (- k (- (+ (to_int (- (- (- (to_real k) x)) g)) 1))) (- (- k (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)))))) (+ (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))) 1))))
  (and (not (>= (- (to_real k) x) 0.0)) (not (>= x 0.0)) (not (= (+ (ite (>= (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)) 0) (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)) (- (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- (- (to_real k) x)) g)) 1))) 0) (- k (- (+ (to_int (- (- (- (to_real k) x)) g)) 1))) (- (- k (- (+ (to_int (- (- (- (to_real k) x)) g)) 1)))))) (+ (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))) 1))))))
(check-sat)
(reset)

; Lemma 3's two sums, in exponents: 2j - k on k <= j - 1, k on k >= j
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const g Real)
(declare-const j Int)
(assert (and (> g 0.0) (<= g 1.0) (>= j 0) (>= x 0.0) (>= x (+ (to_real (- j 1)) g)) (< x (+ (to_real j) g))))
(assert (or
  (and (>= x 0.0) (<= k (- j 1)) (not (= (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))) (- (* 2 j) k))))
  (and (>= x 0.0) (not (<= k (- j 1))) (not (= (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))) k)))
  (and (not (>= x 0.0)) (<= k (- j 1)) (not (= (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))) (- (* 2 j) k))))
  (and (not (>= x 0.0)) (not (<= k (- j 1))) (not (= (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))) k)))))
(check-sat)
(reset)

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
