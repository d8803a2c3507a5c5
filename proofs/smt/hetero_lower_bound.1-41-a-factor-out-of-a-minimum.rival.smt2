; rival of: (41): a factor out of a minimum
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (>= x 0.0))
(assert (or
  (and (> (* (/ 1.0 32.0) x) (/ 1.0 4.0)) (not (> x (/ 1.0 4.0))) (not (<= (* (/ 1.0 16.0) x) (/ 1.0 4.0))))
  (and (not (> (* (/ 1.0 32.0) x) (/ 1.0 4.0))) (> x (/ 1.0 4.0)) (not (>= (* (/ 1.0 32.0) x) (/ 1.0 64.0))))
  (and (not (> (* (/ 1.0 32.0) x) (/ 1.0 4.0))) (not (> x (/ 1.0 4.0))) (not (>= (* (/ 1.0 32.0) x) (* (/ 1.0 16.0) x))))))
(check-sat)
