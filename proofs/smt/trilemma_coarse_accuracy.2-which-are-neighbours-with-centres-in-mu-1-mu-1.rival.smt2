; rival of: which are neighbours, with centres in (mu - 1, mu + 1]
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const u Real)
(declare-const mu Real)
(assert (and (>= u 0.0) (< u 1.0)))
(assert (or
  (and (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u) (not (< (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))) (+ mu 1.0))))
  (and (not (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u)) (not (< (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))) (+ mu 1.0))))))
(check-sat)
