; rival of: T = 0: the centre is a whole number
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (or
  (and (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int x) 0) 0) 0)))
  (and (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int x) 1) 0) 0)))))
(check-sat)
