; quotients: floor, by numbers of both signs
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(assert (= x x))
(assert (or
  (and (= (to_int (* 1.0 (* 1.0 (* 1.0 x)))) (to_int x)) (not (= (to_int (* 1.0 (* (- 1.0) (* (- 1.0) x)))) (to_int x))))
  (not (= (to_int (* 1.0 (* 1.0 (* 1.0 x)))) (to_int x)))))
(check-sat)
