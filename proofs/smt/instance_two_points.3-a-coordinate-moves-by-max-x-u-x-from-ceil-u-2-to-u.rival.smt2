; rival of: a coordinate moves by max{x, u - x}, from ceil(u/2) to u
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Int)
(declare-const u Int)
(assert (and (>= u 1) (>= x 0) (<= x u)))
(assert (or
  (and (> (- u x) x) (not (>= (- u x) (+ (to_int (* (/ 1.0 2.0) (to_real (+ u 1)))) 1))))
  (and (not (> (- u x) x)) (not (>= x (+ (to_int (* (/ 1.0 2.0) (to_real (+ u 1)))) 1))))))
(check-sat)
