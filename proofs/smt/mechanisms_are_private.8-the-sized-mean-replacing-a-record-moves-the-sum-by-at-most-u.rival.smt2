; rival of: the sized mean: replacing a record moves the sum by at most u - l, and the mean by the law's sensitivity
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(declare-const y Real)
(assert (and (< l u) (>= x l) (<= x u) (>= y l) (<= y u)))
(assert (not (<= (* 2.0 (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (- u l))))
(check-sat)
