; rival of: Algorithm 1 loses at most epsilon
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (<= (+ (* 2.0 (ite (>= x 0.0) x (- x))) (* (/ 1.0 2.0) (* 2.0 (ite (>= u 0.0) u (- u))))) (* 1.0 (* 2.0 (* (/ 1.0 2.0) (* 2.0 (ite (>= u 0.0) u (- u)))))))))
  (and (not (>= l u)) (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (<= (+ (* 2.0 (ite (>= x 0.0) x (- x))) (* (/ 1.0 2.0) (* 2.0 (ite (>= l 0.0) l (- l))))) (* 1.0 (* 2.0 (* (/ 1.0 2.0) (* 2.0 (ite (>= l 0.0) l (- l)))))))))))
(check-sat)
