; rival of: two points of [-M, M] are at most 2M apart
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const m Real)
(assert (and (<= (ite (>= p 0.0) p (- p)) m) (<= (ite (>= q 0.0) q (- q)) m)))
(assert (not (<= (ite (>= (- p q) 0.0) (- p q) (- (- p q))) m)))
(check-sat)
