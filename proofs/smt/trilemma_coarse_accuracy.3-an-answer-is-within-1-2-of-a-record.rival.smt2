; rival of: an answer is within 1/2 of a record
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(declare-const mu Real)
(assert (and (>= u 0.0) (< u 1.0)))
(assert (or
  (and (< (- x (to_real (to_int x))) u) (not (<= (ite (>= (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) mu) 0.0) (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) mu) (- (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))
  (and (not (< (- x (to_real (to_int x))) u)) (not (<= (ite (>= (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) mu) 0.0) (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) mu) (- (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))))
(check-sat)
