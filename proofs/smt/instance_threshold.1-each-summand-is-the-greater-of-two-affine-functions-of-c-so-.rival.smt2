; rival of: each summand is the greater of two affine functions of C, so E is convex
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(assert (>= x 0.0))
(assert (or
  (and (> x c) (not (> (* 1.0 (- x c)) 0.0)) (not (<= x 0.0)))
  (and (not (> x c)) (not (> (* 0.0 (- x c)) 0.0)) (not (<= x 0.0)))))
(check-sat)
