; and exactly epsilon at the end of larger absolute value
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (and (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (>= l u))
  (and (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (>= l u)) (not (= (* 2.0 (ite (>= u 0.0) u (- u))) (* 2.0 (ite (>= u 0.0) u (- u))))))
  (and (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (>= l u))
  (and (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (>= l u)) (not (= (* 2.0 (ite (>= l 0.0) l (- l))) (* 2.0 (ite (>= l 0.0) l (- l))))))))
(check-sat)
