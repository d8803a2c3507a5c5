; rival of: what is wrapped lies in (-q/2, q/2]
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const r Int)
(declare-const q Int)
(assert (and (>= q 1) (>= r 0) (< r q)))
(assert (or
  (and (>= (+ (- r (to_int (* (/ 1.0 2.0) (to_real (- q 1))))) (to_int (* (/ 1.0 2.0) (to_real (- q 1))))) 0) (< (+ (- r (to_int (* (/ 1.0 2.0) (to_real (- q 1))))) (to_int (* (/ 1.0 2.0) (to_real (- q 1))))) q) (not (< (* 2 (* 1 (- (+ (- r (to_int (* (/ 1.0 2.0) (to_real (- q 1))))) (to_int (* (/ 1.0 2.0) (to_real (- q 1))))) (to_int (* (/ 1.0 2.0) (to_real (- q 1))))))) q)))
  (and (>= (+ (- r (to_int (* (/ 1.0 2.0) (to_real (- q 1))))) (to_int (* (/ 1.0 2.0) (to_real (- q 1))))) 0) (not (< (+ (- r (to_int (* (/ 1.0 2.0) (to_real (- q 1))))) (to_int (* (/ 1.0 2.0) (to_real (- q 1))))) q)))
  (not (>= (+ (- r (to_int (* (/ 1.0 2.0) (to_real (- q 1))))) (to_int (* (/ 1.0 2.0) (to_real (- q 1))))) 0))))
(check-sat)
