; rival of: what lies strictly between two floors is decided: more bits change nothing
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const u Int)
(declare-const v Real)
(assert (and (< (to_int p) u) (< u (to_int q)) (>= v 0.0) (< v 1.0)))
(assert (or
  (and (<= (+ p 1.0) (+ (to_real u) v)) (not (< (+ (to_real u) v) q)))
  (not (<= (+ p 1.0) (+ (to_real u) v)))))
(check-sat)
