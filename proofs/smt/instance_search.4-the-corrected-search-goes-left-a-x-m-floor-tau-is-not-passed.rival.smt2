; rival of: the corrected search goes left: a = x_(m - floor(tau)) is not passed
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const mid Int)
(declare-const a Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const f Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (<= (to_real f) tau) (< tau (to_real (+ f 1))) (<= a mid) (>= count (- f)))
  (and (<= noise tau) (<= (- noise) tau) (<= (to_real f) tau) (< tau (to_real (+ f 1))) (not (<= a mid)) (not (>= count (- f))))))
(assert (not (<= a mid)))
(check-sat)
