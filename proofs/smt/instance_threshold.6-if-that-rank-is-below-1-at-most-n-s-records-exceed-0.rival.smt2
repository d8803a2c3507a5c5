; rival of: if that rank is below 1, at most n <= s records exceed 0
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const n Int)
(declare-const s Real)
(declare-const gt Int)
(assert (and (>= s 0.0) (>= n 1) (< (- n (to_int s)) 1) (<= gt n)))
(assert (not (< (to_real gt) s)))
(check-sat)
