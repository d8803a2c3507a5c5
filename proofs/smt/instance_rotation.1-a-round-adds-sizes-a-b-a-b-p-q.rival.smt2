; rival of: a round adds sizes: |a + b|, |a - b| <= p + q
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const p Real)
(declare-const q Real)
(assert (and (<= (ite (>= a 0.0) a (- a)) p) (<= (ite (>= b 0.0) b (- b)) q)))
(assert (not (<= (ite (>= (- a b) 0.0) (- a b) (- (- a b))) p)))
(check-sat)
