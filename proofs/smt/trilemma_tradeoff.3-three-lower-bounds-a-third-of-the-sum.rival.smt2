; rival of: three lower bounds: a third of the sum
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const p Real)
(declare-const q Real)
(declare-const r Real)
(assert (and (>= a p) (>= a q) (>= a r)))
(assert (not (>= (* 2.0 a) (+ (+ p q) r))))
(check-sat)
