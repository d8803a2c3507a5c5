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
