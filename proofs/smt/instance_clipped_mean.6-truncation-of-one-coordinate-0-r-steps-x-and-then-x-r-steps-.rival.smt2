; rival of: truncation of one coordinate: 0 <= r <= steps x and then |x - r/steps| <= x
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const r Real)
(declare-const x Real)
(assert (and (>= r 0.0) (<= r x)))
(assert (not (< (ite (>= (- x r) 0.0) (- x r) (- (- x r))) x)))
(check-sat)
