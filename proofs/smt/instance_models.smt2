; at rank n - floor(s): at most floor(s) records are longer, from below at least floor(s) + 1
; negated: unsat proves it
(set-logic ALL)
(declare-const s Real)
(declare-const f Int)
(declare-const a Int)
(declare-const b Int)
(assert (and (<= (to_real f) s) (< s (to_real (+ f 1))) (<= a f) (>= b (+ f 1))))
(assert (or
  (and (>= (- s (to_real a)) 0.0) (not (< (- s (to_real b)) 0.0)))
  (not (>= (- s (to_real a)) 0.0))))
(check-sat)
(reset)

; rival of: at rank n - floor(s): at most floor(s) records are longer, from below at least floor(s) + 1
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const s Real)
(declare-const f Int)
(declare-const a Int)
(declare-const b Int)
(assert (and (<= (to_real f) s) (< s (to_real (+ f 1))) (<= a f) (>= b (+ f 1))))
(assert (not (> (- s (to_real a)) 0.0)))
(check-sat)
