; rival of: the largest positive excess over the threshold is the winner's
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(assert (not (= x y)))
(assert (or
  (and (< (- x s) 0.0) (< (- y s) 0.0) (> x y))
  (and (< (- x s) 0.0) (not (< (- y s) 0.0)) (> x y))
  (and (not (< (- x s) 0.0)) (< (- y s) 0.0) (> (- x s) 0.0) (not (> x y)))
  (and (not (< (- x s) 0.0)) (< (- y s) 0.0) (not (> (- x s) 0.0)) (> x y))
  (and (not (< (- x s) 0.0)) (not (< (- y s) 0.0)) (> (- x s) (- y s)) (not (> x y)))
  (and (not (< (- x s) 0.0)) (not (< (- y s) 0.0)) (not (> (- x s) (- y s))) (> x y))))
(check-sat)
