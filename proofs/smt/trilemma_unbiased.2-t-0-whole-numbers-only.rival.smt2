; rival of: T = 0: whole numbers only
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (or
  (and (< (- (+ x (to_real k)) (to_real (to_int (+ x (to_real k))))) (/ 1.0 2.0)) (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int (+ x (to_real k))) 0) 0) (+ (+ (to_int x) 0) 0))))
  (and (< (- (+ x (to_real k)) (to_real (to_int (+ x (to_real k))))) (/ 1.0 2.0)) (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int (+ x (to_real k))) 0) 0) (+ (+ (to_int x) 1) 0))))
  (and (not (< (- (+ x (to_real k)) (to_real (to_int (+ x (to_real k))))) (/ 1.0 2.0))) (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int (+ x (to_real k))) 1) 0) (+ (+ (to_int x) 0) 0))))
  (and (not (< (- (+ x (to_real k)) (to_real (to_int (+ x (to_real k))))) (/ 1.0 2.0))) (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int (+ x (to_real k))) 1) 0) (+ (+ (to_int x) 1) 0))))))
(check-sat)
