; n >= n_0 + 2v: n_0 <= N <= n
; negated: unsat proves it
(set-logic ALL)
(declare-const n Int)
(declare-const m Int)
(declare-const v Int)
(declare-const z Int)
(assert (and (<= (- v) z) (<= z v) (>= n (+ m (* 2 v)))))
(assert (or
  (and (<= m (- (+ n z) v)) (<= (- n (* 2 v)) (- (+ n z) v)) (not (<= (- (+ n z) v) n)))
  (and (<= m (- (+ n z) v)) (not (<= (- n (* 2 v)) (- (+ n z) v))))
  (not (<= m (- (+ n z) v)))))
(check-sat)
(reset)

; rival of: n >= n_0 + 2v: n_0 <= N <= n
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const n Int)
(declare-const m Int)
(declare-const v Int)
(declare-const z Int)
(assert (and (<= (- v) z) (<= z v) (>= n (+ m (* 2 v)))))
(assert (not (< (- (+ n z) v) n)))
(check-sat)
