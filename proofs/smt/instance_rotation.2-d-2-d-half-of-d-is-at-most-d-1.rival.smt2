; rival of: d' < 2 d: half of d' is at most d - 1
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const d Int)
(declare-const h Int)
(assert (and (>= d 2) (<= h (- d 1)) (< (- d 1) (* 2 h))))
(assert (not (< (* 2 h) (- (* 2 d) 2))))
(check-sat)
