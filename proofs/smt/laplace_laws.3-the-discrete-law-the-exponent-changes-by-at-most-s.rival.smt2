; rival of: the discrete law: the exponent changes by at most |s|
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const k Int)
(declare-const s Int)
(assert (>= (ite (>= k 0) k (- k)) 0))
(assert (not (< (- (ite (>= (+ k s) 0) (+ k s) (- (+ k s))) (ite (>= k 0) k (- k))) (ite (>= s 0) s (- s)))))
(check-sat)
