; rival of: rounded: floor
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (= x x))
(assert (not (< (to_real (to_int (* 1.0 x))) x)))
(check-sat)
