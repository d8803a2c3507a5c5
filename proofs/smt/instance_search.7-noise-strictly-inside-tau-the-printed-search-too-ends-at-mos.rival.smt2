; rival of: noise strictly inside tau: the printed search too ends at most at x_(m + ceil(tau))
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const mid Int)
(declare-const b Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const g Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (> noise (- tau)) (<= b mid) (>= count g))
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (> noise (- tau)) (not (<= b mid)) (not (>= count g)))))
(assert (not (<= (+ mid 1) b)))
(check-sat)
