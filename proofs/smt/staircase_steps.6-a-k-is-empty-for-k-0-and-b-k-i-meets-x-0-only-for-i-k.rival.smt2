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
