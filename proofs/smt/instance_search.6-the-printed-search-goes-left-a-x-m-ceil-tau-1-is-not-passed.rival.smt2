; rival of: the printed search goes left: a = x_(m - ceil(tau) + 1) is not passed
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const mid Int)
(declare-const a Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const g Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (<= a mid) (>= count (- 1 g)))
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (not (<= a mid)) (not (>= count (- 1 g))))))
(assert (not (<= a mid)))
(check-sat)
