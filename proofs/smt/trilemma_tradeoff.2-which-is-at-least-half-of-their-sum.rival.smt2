; rival of: which is at least half of their sum
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(assert (and (>= p 0.0) (>= q 0.0)))
(assert (or
  (and (> q p) (not (>= q (+ p q))))
  (and (not (> q p)) (not (>= p (+ p q))))))
(check-sat)
