; rival of: between the extremes of its coordinate a median is near every record
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const x Real)
(declare-const c Real)
(declare-const s Real)
(assert (and (<= a x) (<= x b) (<= a c) (<= c b) (<= (- b a) s)))
(assert (not (<= (ite (>= (- x c) 0.0) (- x c) (- (- x c))) (* (/ 1.0 2.0) s))))
(check-sat)
