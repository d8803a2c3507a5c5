; rival of: of two lower bounds the greater is one
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const p Real)
(declare-const q Real)
(assert (and (>= a p) (>= a q)))
(assert (not (>= a (+ p q))))
(check-sat)
