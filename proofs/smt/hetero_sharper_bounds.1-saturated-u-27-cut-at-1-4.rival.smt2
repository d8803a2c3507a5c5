; rival of: saturated: U/27, cut at 1/4
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(assert (or
  (and (>= u 0.0) (>= l (/ 1.0 12.0)))
  (and (>= u 0.0) (not (>= l (/ 1.0 12.0))) (>= l (* (/ 1.0 27.0) u)))))
(assert (or
  (and (> u (/ 1.0 4.0)) (not (>= l (/ 1.0 104.0))))
  (and (not (> u (/ 1.0 4.0))) (not (>= l (* (/ 1.0 26.0) u))))))
(check-sat)
