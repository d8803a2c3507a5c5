; rival of: rounded: round is the nearest integer, ties to even
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (= x x))
(assert (or
  (and (= (- (+ (* 2.0 x) 1.0) (to_real (* 2 (to_int (* (/ 1.0 2.0) (+ (* 2.0 x) 1.0)))))) 0.0) (not (= (mod (to_int (* (/ 1.0 2.0) (+ (* 2.0 x) 1.0))) 2) 0)) (not (= (- (to_int (* (/ 1.0 2.0) (+ (* 2.0 x) 1.0))) 1) (to_int (+ x (/ 1.0 2.0))))))
  (and (= (- (+ (* 2.0 x) 1.0) (to_real (* 2 (to_int (* (/ 1.0 2.0) (+ (* 2.0 x) 1.0)))))) 0.0) (not (not (= (mod (to_int (* (/ 1.0 2.0) (+ (* 2.0 x) 1.0))) 2) 0))) (not (= (- (to_int (* (/ 1.0 2.0) (+ (* 2.0 x) 1.0))) 0) (to_int (+ x (/ 1.0 2.0))))))
  (and (not (= (- (+ (* 2.0 x) 1.0) (to_real (* 2 (to_int (* (/ 1.0 2.0) (+ (* 2.0 x) 1.0)))))) 0.0)) (not (= (mod (to_int (* (/ 1.0 2.0) (+ (* 2.0 x) 1.0))) 2) 0)) (not (= (- (to_int (* (/ 1.0 2.0) (+ (* 2.0 x) 1.0))) 0) (to_int (+ x (/ 1.0 2.0))))))
  (and (not (= (- (+ (* 2.0 x) 1.0) (to_real (* 2 (to_int (* (/ 1.0 2.0) (+ (* 2.0 x) 1.0)))))) 0.0)) (not (not (= (mod (to_int (* (/ 1.0 2.0) (+ (* 2.0 x) 1.0))) 2) 0))) (not (= (- (to_int (* (/ 1.0 2.0) (+ (* 2.0 x) 1.0))) 0) (to_int (+ x (/ 1.0 2.0))))))))
(check-sat)
