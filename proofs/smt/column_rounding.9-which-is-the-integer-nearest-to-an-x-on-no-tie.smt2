; which is the integer nearest to an x on no tie
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(assert (not (= (to_real (to_int (+ x (/ 1.0 2.0)))) (+ x (/ 1.0 2.0)))))
(assert (or
  (and (< (- (to_real (to_int (+ x (/ 1.0 2.0)))) x) (/ 1.0 2.0)) (not (< (- x (to_real (to_int (+ x (/ 1.0 2.0))))) (/ 1.0 2.0))) (= (- (to_real (to_int (+ x (/ 1.0 2.0)))) x) (/ 1.0 2.0)) (not (= (mod (to_int (+ x (/ 1.0 2.0))) 2) 0)))
  (and (< (- (to_real (to_int (+ x (/ 1.0 2.0)))) x) (/ 1.0 2.0)) (not (< (- x (to_real (to_int (+ x (/ 1.0 2.0))))) (/ 1.0 2.0))) (not (= (- (to_real (to_int (+ x (/ 1.0 2.0)))) x) (/ 1.0 2.0))) (= (- x (to_real (to_int (+ x (/ 1.0 2.0))))) (/ 1.0 2.0)) (not (= (mod (to_int (+ x (/ 1.0 2.0))) 2) 0)))
  (and (< (- (to_real (to_int (+ x (/ 1.0 2.0)))) x) (/ 1.0 2.0)) (not (< (- x (to_real (to_int (+ x (/ 1.0 2.0))))) (/ 1.0 2.0))) (not (= (- (to_real (to_int (+ x (/ 1.0 2.0)))) x) (/ 1.0 2.0))) (not (= (- x (to_real (to_int (+ x (/ 1.0 2.0))))) (/ 1.0 2.0))))
  (and (not (< (- (to_real (to_int (+ x (/ 1.0 2.0)))) x) (/ 1.0 2.0))) (= (- (to_real (to_int (+ x (/ 1.0 2.0)))) x) (/ 1.0 2.0)) (not (= (mod (to_int (+ x (/ 1.0 2.0))) 2) 0)))
  (and (not (< (- (to_real (to_int (+ x (/ 1.0 2.0)))) x) (/ 1.0 2.0))) (not (= (- (to_real (to_int (+ x (/ 1.0 2.0)))) x) (/ 1.0 2.0))) (= (- x (to_real (to_int (+ x (/ 1.0 2.0))))) (/ 1.0 2.0)) (not (= (mod (to_int (+ x (/ 1.0 2.0))) 2) 0)))
  (and (not (< (- (to_real (to_int (+ x (/ 1.0 2.0)))) x) (/ 1.0 2.0))) (not (= (- (to_real (to_int (+ x (/ 1.0 2.0)))) x) (/ 1.0 2.0))) (not (= (- x (to_real (to_int (+ x (/ 1.0 2.0))))) (/ 1.0 2.0))))))
(check-sat)
