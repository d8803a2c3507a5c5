; rival of: T = 0: reflection, off the boundaries
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (not (= (- x (to_real (to_int x))) (/ 1.0 2.0))))
(assert (or
  (and (< (- (- x) (to_real (to_int (- x)))) (/ 1.0 2.0)) (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int (- x)) 0) 0) (- 1 (+ (+ (to_int x) 0) 0)))))
  (and (< (- (- x) (to_real (to_int (- x)))) (/ 1.0 2.0)) (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int (- x)) 0) 0) (- 1 (+ (+ (to_int x) 1) 0)))))
  (and (not (< (- (- x) (to_real (to_int (- x)))) (/ 1.0 2.0))) (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int (- x)) 1) 0) (- 1 (+ (+ (to_int x) 0) 0)))))
  (and (not (< (- (- x) (to_real (to_int (- x)))) (/ 1.0 2.0))) (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int (- x)) 1) 0) (- 1 (+ (+ (to_int x) 1) 0)))))))
(check-sat)
