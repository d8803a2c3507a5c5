; only K < -tau does harm at a count of at least m + ceil(tau)
; negated: unsat proves it
(set-logic ALL)
(declare-const count Int)
(declare-const f Int)
(declare-const g Int)
(declare-const noise Real)
(declare-const tau Real)
(assert (and (<= (to_real f) tau) (< tau (to_real (+ f 1))) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (>= f 0) (>= count g) (>= noise (- tau))))
(assert (or
  (and (< (+ (to_real count) noise) 0.0) (not (< count g)))
  (and (not (< (+ (to_real count) noise) 0.0)) (not (>= count (- f))))))
(check-sat)
