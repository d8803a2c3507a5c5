; rival of: gamma = 0 has the steps of gamma = 1, renumbered
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(assert (and (>= x 0.0) (= g 0.0)))
(assert (not (= (+ (to_int (- x g)) 1) (+ (to_int (- x (+ g 1.0))) 1))))
(check-sat)
