; S - |D|/2 moves by at most 1/2 when a record of [0, 1] is added
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(assert (and (>= x 0.0) (<= x 1.0)))
(assert (not (<= (ite (>= (- x (/ 1.0 2.0)) 0.0) (- x (/ 1.0 2.0)) (- (- x (/ 1.0 2.0)))) (/ 1.0 2.0))))
(check-sat)
(reset)

; rival of: S - |D|/2 moves by at most 1/2 when a record of [0, 1] is added
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (and (>= x 0.0) (<= x 1.0)))
(assert (not (<= (ite (>= x 0.0) x (- x)) (/ 1.0 2.0))))
(check-sat)
