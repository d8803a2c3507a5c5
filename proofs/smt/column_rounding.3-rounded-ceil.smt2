; rounded: ceil
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(assert (= x x))
(assert (or
  (and (>= (to_real (- (to_int (* 1.0 (- x))))) x) (not (> x (to_real (- (- (to_int (* 1.0 (- x)))) 1)))))
  (not (>= (to_real (- (to_int (* 1.0 (- x))))) x))))
(check-sat)
