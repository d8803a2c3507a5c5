; rival of: the 2-D staircase answers about shifts of l1 length at most D, and about no other
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const d Real)
(assert (> d 0.0))
(assert (or
  (and (<= (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) d) (not (= x 0.0)) (not (<= (+ x y) d)))
  (and (<= (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) d) (not (not (= x 0.0))) (not (= y 0.0)) (not (<= (+ x y) d)))
  (and (<= (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) d) (not (not (= x 0.0))) (not (not (= y 0.0))) (not (<= (+ x y) d)))
  (and (not (<= (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) d)) (<= (+ x y) d))))
(check-sat)
