; a step j >= 1 is [j - 1 + gamma, j + gamma)
; negated: unsat proves it
(set-logic ALL)
(declare-const t Real)
(declare-const j Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= t 0.0) (>= j 1)))
(assert (or
  (and (= (+ (to_int (- t g)) 1) j) (<= (+ (to_real (- j 1)) g) t) (not (< t (+ (to_real j) g))))
  (and (= (+ (to_int (- t g)) 1) j) (not (<= (+ (to_real (- j 1)) g) t)))
  (and (not (= (+ (to_int (- t g)) 1) j)) (<= (+ (to_real (- j 1)) g) t) (< t (+ (to_real j) g)))))
(check-sat)
(reset)

; rival of: a step j >= 1 is [j - 1 + gamma, j + gamma)
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const t Real)
(declare-const j Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= t 0.0) (>= j 1)))
(assert (or
  (and (= (+ (to_int (- t g)) 1) j) (< (+ (to_real (- j 1)) g) t) (not (<= t (+ (to_real j) g))))
  (and (= (+ (to_int (- t g)) 1) j) (not (< (+ (to_real (- j 1)) g) t)))
  (and (not (= (+ (to_int (- t g)) 1) j)) (< (+ (to_real (- j 1)) g) t) (<= t (+ (to_real j) g)))))
(check-sat)
(reset)

; step 0 is [0, gamma)
; negated: unsat proves it
(set-logic ALL)
(declare-const t Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= t 0.0)))
(assert (or
  (and (= (+ (to_int (- t g)) 1) 0) (not (< t g)))
  (and (not (= (+ (to_int (- t g)) 1) 0)) (< t g))))
(check-sat)
(reset)

; rival of: step 0 is [0, gamma)
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const t Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= t 0.0)))
(assert (or
  (and (= (+ (to_int (- t g)) 1) 0) (not (<= t g)))
  (and (not (= (+ (to_int (- t g)) 1) 0)) (<= t g))))
(check-sat)
(reset)

; the signed step is odd
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0)))
(assert (or
  (and (>= (- x) 0.0) (>= x 0.0) (not (= (+ (to_int (- (- x) g)) 1) (- (+ (to_int (- x g)) 1)))))
  (and (>= (- x) 0.0) (not (>= x 0.0)) (not (= (+ (to_int (- (- x) g)) 1) (- (- (+ (to_int (- (- x) g)) 1))))))
  (and (not (>= (- x) 0.0)) (>= x 0.0) (not (= (- (+ (to_int (- (- (- x)) g)) 1)) (- (+ (to_int (- x g)) 1)))))
  (and (not (>= (- x) 0.0)) (not (>= x 0.0)) (not (= (- (+ (to_int (- (- (- x)) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1))))))))
(check-sat)
(reset)

; rival of: the signed step is odd
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0)))
(assert (or
  (and (>= (- x) 0.0) (>= x 0.0) (not (= (+ (to_int (- (- x) g)) 1) (+ (to_int (- x g)) 1))))
  (and (>= (- x) 0.0) (not (>= x 0.0)) (not (= (+ (to_int (- (- x) g)) 1) (- (+ (to_int (- (- x) g)) 1)))))
  (and (not (>= (- x) 0.0)) (>= x 0.0) (not (= (- (+ (to_int (- (- (- x)) g)) 1)) (+ (to_int (- x g)) 1))))
  (and (not (>= (- x) 0.0)) (not (>= x 0.0)) (not (= (- (+ (to_int (- (- (- x)) g)) 1)) (- (+ (to_int (- (- x) g)) 1)))))))
(check-sat)
(reset)

; the exponent is k on A_k
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= x 0.0) (< x (+ (to_real k) g))))
(assert (or
  (and (>= x 0.0) (not (= (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))) k)))
  (and (not (>= x 0.0)) (not (= (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))) k)))))
(check-sat)
(reset)

; rival of: the exponent is k on A_k
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= x 0.0) (< x (+ (to_real k) g))))
(assert (or
  (and (>= x 0.0) (not (= (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))) (+ k 1))))
  (and (not (>= x 0.0)) (not (= (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))) (+ k 1))))))
(check-sat)
(reset)

; the exponent is 2i + k on B_k(i)
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const i Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= x 0.0) (>= i 1) (<= (- (+ (+ (to_real k) g) (to_real i)) 1.0) x) (< x (+ (+ (to_real k) g) (to_real i)))))
(assert (or
  (and (>= x 0.0) (not (= (+ (ite (>= (+ (to_int (- x g)) 1) 0) (+ (to_int (- x g)) 1) (- (+ (to_int (- x g)) 1))) (ite (>= (- k (+ (to_int (- x g)) 1)) 0) (- k (+ (to_int (- x g)) 1)) (- (- k (+ (to_int (- x g)) 1))))) (+ (* 2 i) k))))
  (and (not (>= x 0.0)) (not (= (+ (ite (>= (- (+ (to_int (- (- x) g)) 1)) 0) (- (+ (to_int (- (- x) g)) 1)) (- (- (+ (to_int (- (- x) g)) 1)))) (ite (>= (- k (- (+ (to_int (- (- x) g)) 1))) 0) (- k (- (+ (to_int (- (- x) g)) 1))) (- (- k (- (+ (to_int (- (- x) g)) 1)))))) (+ (* 2 i) k))))))
(check-sat)
(reset)

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
(reset)

; A_k is empty for k < 0, and B_k(i) meets x >= 0 only for i >= -k
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const i Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= x 0.0) (< x (+ (to_real (+ k i)) g)) (>= i 0)))
(assert (not (>= i (- k))))
(check-sat)
(reset)

; rival of: A_k is empty for k < 0, and B_k(i) meets x >= 0 only for i >= -k
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const i Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= x 0.0) (< x (+ (to_real (+ k i)) g)) (>= i 0)))
(assert (not (>= i (- 1 k))))
(check-sat)
(reset)

; lattice_level is level at the lattice points
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0)))
(assert (or
  (and (>= x 0.0) (not (= (+ (to_int (- x g)) 1) (+ (to_int (- x g)) 1))))
  (and (not (>= x 0.0)) (not (= (- (+ (to_int (- (- x) g)) 1)) (- (+ (to_int (- (- x) g)) 1)))))))
(check-sat)
(reset)

; rival of: lattice_level is level at the lattice points
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0)))
(assert (or
  (and (>= (+ x 1.0) 0.0) (>= x 0.0) (not (= (+ (to_int (- (+ x 1.0) g)) 1) (+ (to_int (- x g)) 1))))
  (and (>= (+ x 1.0) 0.0) (not (>= x 0.0)) (not (= (+ (to_int (- (+ x 1.0) g)) 1) (- (+ (to_int (- (- x) g)) 1)))))
  (and (not (>= (+ x 1.0) 0.0)) (>= x 0.0) (not (= (- (+ (to_int (- (- (+ x 1.0)) g)) 1)) (+ (to_int (- x g)) 1))))
  (and (not (>= (+ x 1.0) 0.0)) (not (>= x 0.0)) (not (= (- (+ (to_int (- (- (+ x 1.0)) g)) 1)) (- (+ (to_int (- (- x) g)) 1)))))))
(check-sat)
