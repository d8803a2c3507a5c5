; rival of: the bounded mean loses at most epsilon
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (not (<= (+ (* 2.0 (ite (>= (- x (* (/ 1.0 2.0) (+ l u))) 0.0) (- x (* (/ 1.0 2.0) (+ l u))) (- (- x (* (/ 1.0 2.0) (+ l u)))))) (* (/ 1.0 2.0) (- u l))) (* 1.0 (* 2.0 (* (/ 1.0 2.0) (- u l)))))))))
(check-sat)
