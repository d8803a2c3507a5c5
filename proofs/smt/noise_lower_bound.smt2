; points of [0, 1) are at most 1 apart, so their masses differ by a factor e^eps at most
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (and (>= x 0.0) (< x 1.0) (>= y 0.0) (< y 1.0)))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) 1.0)))
(check-sat)
(reset)

; rival of: points of [0, 1) are at most 1 apart, so their masses differ by a factor e^eps at most
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (and (>= x 0.0) (< x 1.0) (>= y 0.0) (< y 1.0)))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (/ 1.0 2.0))))
(check-sat)
