; rival of: the middle: integer, and at most ceil(u/2) from 0 and u
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const u Int)
(assert (>= u 1))
(assert (not (= (- u (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (to_int (* (/ 1.0 2.0) (to_real (+ u 1)))))))
(check-sat)
