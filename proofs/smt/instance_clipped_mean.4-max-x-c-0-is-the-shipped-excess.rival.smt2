; rival of: max{||x|| - C, 0} is the shipped excess
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(assert (>= x 0.0))
(assert (or
  (and (> x c) (not (= (* 1.0 (- x c)) (- x c))))
  (and (not (> x c)) (not (= (* 0.0 (- x c)) (- x c))))))
(check-sat)
