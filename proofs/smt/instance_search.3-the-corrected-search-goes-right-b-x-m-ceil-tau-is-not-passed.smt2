; the corrected search goes right: b = x_(m + ceil(tau)) is not passed
; negated: unsat proves it
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
(assert (and (< (+ (to_real count) noise) 0.0) (not (<= (+ mid 1) b))))
(check-sat)
