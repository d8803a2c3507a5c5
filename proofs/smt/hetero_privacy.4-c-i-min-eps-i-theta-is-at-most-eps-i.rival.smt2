; rival of: c_i = min(eps_i, theta) is at most eps_i
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const e Real)
(declare-const t Real)
(assert (and (>= e 0.0) (> t 0.0)))
(assert (and (not (< t e)) (not (< e e))))
(check-sat)
