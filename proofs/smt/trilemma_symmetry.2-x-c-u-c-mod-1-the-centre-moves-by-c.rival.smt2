; rival of: x + c, U + c mod 1: the centre moves by c
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(declare-const c Real)
(assert (and (>= u 0.0) (< u 1.0)))
(assert (or
  (and (< (- (+ x c) (to_real (to_int (+ x c)))) u) (< (- x (to_real (to_int x))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) c))))
  (and (< (- (+ x c) (to_real (to_int (+ x c)))) u) (not (< (- x (to_real (to_int x))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) c))))
  (and (not (< (- (+ x c) (to_real (to_int (+ x c)))) u)) (< (- x (to_real (to_int x))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) c))))
  (and (not (< (- (+ x c) (to_real (to_int (+ x c)))) u)) (not (< (- x (to_real (to_int x))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) c))))))
(check-sat)
