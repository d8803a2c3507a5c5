; rival of: and exactly epsilon at the end of larger absolute value
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (= (* 2.0 (ite (>= x 0.0) x (- x))) (* 2.0 (ite (>= u 0.0) u (- u))))))
  (and (not (>= l u)) (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (= (* 2.0 (ite (>= x 0.0) x (- x))) (* 2.0 (ite (>= l 0.0) l (- l))))))))
(check-sat)
