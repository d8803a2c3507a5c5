; three lower bounds: a third of the sum
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const p Real)
(declare-const q Real)
(declare-const r Real)
(assert (and (>= a p) (>= a q) (>= a r)))
(assert (not (>= (* 3.0 a) (+ (+ p q) r))))
(check-sat)
