; each summand is the greater of two affine functions of C, so E is convex
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(assert (>= x 0.0))
(assert (or
  (and (> x c) (>= (* 1.0 (- x c)) (- x c)) (>= (* 1.0 (- x c)) 0.0) (not (= (* 1.0 (- x c)) (- x c))) (not (= (* 1.0 (- x c)) 0.0)))
  (and (> x c) (>= (* 1.0 (- x c)) (- x c)) (not (>= (* 1.0 (- x c)) 0.0)))
  (and (> x c) (not (>= (* 1.0 (- x c)) (- x c))))
  (and (not (> x c)) (>= (* 0.0 (- x c)) (- x c)) (>= (* 0.0 (- x c)) 0.0) (not (= (* 0.0 (- x c)) (- x c))) (not (= (* 0.0 (- x c)) 0.0)))
  (and (not (> x c)) (>= (* 0.0 (- x c)) (- x c)) (not (>= (* 0.0 (- x c)) 0.0)))
  (and (not (> x c)) (not (>= (* 0.0 (- x c)) (- x c))))))
(check-sat)
