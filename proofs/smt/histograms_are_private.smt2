; and the counts by at most both
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (and (>= x 0.0) (>= y 0.0)))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (+ (* 1.0 x) (* 1.0 y)))))
(check-sat)
(reset)

; rival of: and the counts by at most both
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (and (>= x 0.0) (>= y 0.0)))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (* 1.0 x))))
(check-sat)
