; rival of: records within 1/2 of the mean lie in the bins of mu - 1/2 and mu + 1/2
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(declare-const mu Real)
(assert (and (>= u 0.0) (< u 1.0) (< (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) (/ 1.0 2.0))))
(assert (or
  (and (< (- x (to_real (to_int x))) u) (< (- mu (to_real (to_int mu))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int mu) 0))))))
  (and (< (- x (to_real (to_int x))) u) (not (< (- mu (to_real (to_int mu))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int mu) 1))))))
  (and (not (< (- x (to_real (to_int x))) u)) (< (- mu (to_real (to_int mu))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int mu) 0))))))
  (and (not (< (- x (to_real (to_int x))) u)) (not (< (- mu (to_real (to_int mu))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int mu) 1))))))))
(check-sat)
