; of two lower bounds the greater is one
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const p Real)
(declare-const q Real)
(assert (and (>= a p) (>= a q)))
(assert (or
  (and (> q p) (not (>= a q)))
  (and (not (> q p)) (not (>= a p)))))
(check-sat)
