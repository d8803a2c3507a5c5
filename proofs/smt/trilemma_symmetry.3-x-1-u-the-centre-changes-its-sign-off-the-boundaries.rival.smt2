; rival of: -x, 1 - U: the centre changes its sign, off the boundaries
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(assert (and (> u 0.0) (< u 1.0) (not (= (- x (to_real (to_int x))) u))))
(assert (or
  (and (< (- (- x) (to_real (to_int (- x)))) (- 1.0 u)) (< (- x (to_real (to_int x))) u) (not (= (+ (- (- 1.0 u) (/ 1.0 2.0)) (to_real (+ (to_int (- x)) 0))) (- 1.0 (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0)))))))
  (and (< (- (- x) (to_real (to_int (- x)))) (- 1.0 u)) (not (< (- x (to_real (to_int x))) u)) (not (= (+ (- (- 1.0 u) (/ 1.0 2.0)) (to_real (+ (to_int (- x)) 0))) (- 1.0 (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1)))))))
  (and (not (< (- (- x) (to_real (to_int (- x)))) (- 1.0 u))) (< (- x (to_real (to_int x))) u) (not (= (+ (- (- 1.0 u) (/ 1.0 2.0)) (to_real (+ (to_int (- x)) 1))) (- 1.0 (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0)))))))
  (and (not (< (- (- x) (to_real (to_int (- x)))) (- 1.0 u))) (not (< (- x (to_real (to_int x))) u)) (not (= (+ (- (- 1.0 u) (/ 1.0 2.0)) (to_real (+ (to_int (- x)) 1))) (- 1.0 (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1)))))))))
(check-sat)
