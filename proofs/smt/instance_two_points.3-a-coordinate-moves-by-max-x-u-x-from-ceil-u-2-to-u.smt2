; a coordinate moves by max{x, u - x}, from ceil(u/2) to u
; negated: unsat proves it
(set-logic ALL)
(declare-const x Int)
(declare-const u Int)
(assert (and (>= u 1) (>= x 0) (<= x u)))
(assert (or
  (and (> (- u x) x) (>= (- u x) (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (<= (- u x) u) (not (>= (* 2 (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) u)))
  (and (> (- u x) x) (>= (- u x) (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (not (<= (- u x) u)))
  (and (> (- u x) x) (not (>= (- u x) (to_int (* (/ 1.0 2.0) (to_real (+ u 1)))))))
  (and (not (> (- u x) x)) (>= x (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (<= x u) (not (>= (* 2 (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) u)))
  (and (not (> (- u x) x)) (>= x (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (not (<= x u)))
  (and (not (> (- u x) x)) (not (>= x (to_int (* (/ 1.0 2.0) (to_real (+ u 1)))))))))
(check-sat)
