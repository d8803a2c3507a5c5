; rival of: one coordinate that is not negative: |x - y| <= C
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const c Real)
(assert (and (>= x 0.0) (>= y 0.0) (<= x c) (<= y c)))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) x)))
(check-sat)
