; rival of: to the right a summand falls by at most h, and only if x > C
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(declare-const h Real)
(assert (>= h 0.0))
(assert (or
  (and (> x (+ c h)) (> x c) (not (>= (- (* 1.0 (- x (+ c h))) (* 1.0 (- x c))) 0.0)))
  (and (> x (+ c h)) (not (> x c)) (not (>= (- (* 1.0 (- x (+ c h))) (* 0.0 (- x c))) 0.0)))
  (and (not (> x (+ c h))) (> x c) (not (>= (- (* 0.0 (- x (+ c h))) (* 1.0 (- x c))) 0.0)))
  (and (not (> x (+ c h))) (not (> x c)) (not (>= (- (* 0.0 (- x (+ c h))) (* 0.0 (- x c))) 0.0)))))
(check-sat)
