; rival of: the printed search goes right: b = x_(m + floor(tau) + 1) is not passed
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const mid Int)
(declare-const b Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const f Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (<= (to_real f) tau) (< tau (to_real (+ f 1))) (<= b mid) (>= count (+ f 1)))
  (and (<= noise tau) (<= (- noise) tau) (<= (to_real f) tau) (< tau (to_real (+ f 1))) (not (<= b mid)) (not (>= count (+ f 1))))))
(assert (not (<= (+ mid 1) b)))
(check-sat)
