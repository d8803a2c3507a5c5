; rival of: left <= mid < right, so a search ends
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Int)
(declare-const r Int)
(assert (< l r))
(assert (not (< l (to_int (* (/ 1.0 2.0) (to_real (+ l r)))))))
(check-sat)
