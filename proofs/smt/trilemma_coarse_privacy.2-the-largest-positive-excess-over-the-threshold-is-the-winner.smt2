; the largest positive excess over the threshold is the winner's
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(assert (not (= x y)))
(assert (or
  (and (< (- x s) 0.0) (< (- y s) 0.0) (> x y) (> x s))
  (and (< (- x s) 0.0) (not (< (- y s) 0.0)) (> x y) (> x s))
  (and (not (< (- x s) 0.0)) (< (- y s) 0.0) (> x y) (> (- x s) 0.0) (not (> x s)))
  (and (not (< (- x s) 0.0)) (< (- y s) 0.0) (> x y) (not (> (- x s) 0.0)) (> x s))
  (and (not (< (- x s) 0.0)) (< (- y s) 0.0) (not (> x y)) (> (- x s) 0.0))
  (and (not (< (- x s) 0.0)) (not (< (- y s) 0.0)) (> x y) (> (- x s) (- y s)) (not (> x s)))
  (and (not (< (- x s) 0.0)) (not (< (- y s) 0.0)) (> x y) (not (> (- x s) (- y s))) (> x s))
  (and (not (< (- x s) 0.0)) (not (< (- y s) 0.0)) (not (> x y)) (> (- x s) (- y s)))))
(check-sat)
