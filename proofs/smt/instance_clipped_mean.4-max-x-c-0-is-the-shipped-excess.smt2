; max{||x|| - C, 0} is the shipped excess
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(assert (>= x 0.0))
(assert (or
  (and (> x c) (< (- x c) 0.0) (not (= (* 1.0 (- x c)) 0.0)))
  (and (> x c) (not (< (- x c) 0.0)) (not (= (* 1.0 (- x c)) (- x c))))
  (and (not (> x c)) (< (- x c) 0.0) (not (= (* 0.0 (- x c)) 0.0)))
  (and (not (> x c)) (not (< (- x c) 0.0)) (not (= (* 0.0 (- x c)) (- x c))))))
(check-sat)
