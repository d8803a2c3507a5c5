; rival of: neighbours before clipping differ in at most one record after
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const n Int)
(declare-const m Int)
(assert (and (= n 1) (>= m 0) (<= m n)))
(assert (not (= m 1)))
(check-sat)
