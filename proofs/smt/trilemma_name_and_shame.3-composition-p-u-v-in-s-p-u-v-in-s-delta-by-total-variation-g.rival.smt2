; rival of: composition: P(U, V in S) <= P(U, V' in S) + delta, by total variation given U, and P(U, V' in S) <= e^eps P(U', V' in S), given V'
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const r Real)
(declare-const d Real)
(assert (and (<= p (+ q d)) (<= q r)))
(assert (not (<= p r)))
(check-sat)
