; rival of: floor(t) >= t/2 for t >= 1
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const t Real)
(assert (>= t 1.0))
(assert (not (>= (to_real (to_int t)) t)))
(check-sat)
