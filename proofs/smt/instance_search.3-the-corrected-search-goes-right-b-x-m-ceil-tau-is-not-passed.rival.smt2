; rival of: the corrected search goes right: b = x_(m + ceil(tau)) is not passed
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const mid Int)
(declare-const b Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const g Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (<= b mid) (>= count g))
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (not (<= b mid)) (not (>= count g)))))
(assert (not (<= (+ mid 1) b)))
(check-sat)
