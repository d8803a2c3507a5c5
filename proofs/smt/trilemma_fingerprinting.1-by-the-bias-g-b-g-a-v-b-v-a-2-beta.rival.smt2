; rival of: by the bias, g(b) - g(a) >= v b - v a - 2 beta
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(declare-const t Real)
(declare-const bias Real)
(assert (and (<= (ite (>= (- x s) 0.0) (- x s) (- (- x s))) bias) (<= (ite (>= (- y t) 0.0) (- y t) (- (- y t))) bias)))
(assert (not (>= (- y x) (- (- t s) bias))))
(check-sat)
