; rival of: quotients: floor, by numbers of both signs
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (= x x))
(assert (not (= (to_int (* 1.0 (* (- 1.0) (* (- 1.0) x)))) (+ (to_int x) 1))))
(check-sat)
