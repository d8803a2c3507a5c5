; rival of: k^2 <= y and k^2 <= floor(y) are one
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const k Int)
(declare-const y Real)
(assert (>= k 0))
(assert (or
  (and (< (to_real k) y) (not (< k (to_int y))))
  (and (not (< (to_real k) y)) (< k (to_int y)))))
(check-sat)
