; rival of: two parts of opposite signs: the bias is at most the greater bound
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const k Real)
(assert (and (>= p 0.0) (>= q 0.0) (<= p k) (<= q k)))
(assert (not (<= (ite (>= (- p q) 0.0) (- p q) (- (- p q))) (* (/ 1.0 2.0) k))))
(check-sat)
