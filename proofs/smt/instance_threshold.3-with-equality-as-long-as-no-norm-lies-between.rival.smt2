; rival of: with equality as long as no norm lies between
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(declare-const h Real)
(assert (or
  (and (>= h 0.0) (<= x c))
  (and (>= h 0.0) (not (<= x c)) (>= x (+ c h)))))
(assert (or
  (and (> x (+ c h)) (> x c) (not (= (* 1.0 (- x (+ c h))) (* 1.0 (- x c)))))
  (and (> x (+ c h)) (not (> x c)) (not (= (* 1.0 (- x (+ c h))) (* 0.0 (- x c)))))
  (and (not (> x (+ c h))) (> x c) (not (= (* 0.0 (- x (+ c h))) (* 1.0 (- x c)))))
  (and (not (> x (+ c h))) (not (> x c)) (not (= (* 0.0 (- x (+ c h))) (* 0.0 (- x c)))))))
(check-sat)
