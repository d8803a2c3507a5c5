; the middle: integer, and at most ceil(u/2) from 0 and u
; negated: unsat proves it
(set-logic ALL)
(declare-const u Int)
(assert (>= u 1))
(assert (or
  (and (>= (- u (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) 0) (<= (- u (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (not (<= (* 2 (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (+ u 1))))
  (and (>= (- u (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) 0) (not (<= (- u (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (to_int (* (/ 1.0 2.0) (to_real (+ u 1)))))))
  (not (>= (- u (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) 0))))
(check-sat)
