; rival of: a record lies in the bin whose centre is at most 1/2 below and less than 1/2 above
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(assert (and (>= u 0.0) (< u 1.0)))
(assert (or
  (and (< (- x (to_real (to_int x))) u) (not (< (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (/ 1.0 2.0)) x)))
  (and (not (< (- x (to_real (to_int x))) u)) (not (< (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (/ 1.0 2.0)) x)))))
(check-sat)
