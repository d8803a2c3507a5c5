; which is at least half of their sum
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(assert (and (>= p 0.0) (>= q 0.0)))
(assert (or
  (and (> q p) (not (>= (* 2.0 q) (+ p q))))
  (and (not (> q p)) (not (>= (* 2.0 p) (+ p q))))))
(check-sat)
