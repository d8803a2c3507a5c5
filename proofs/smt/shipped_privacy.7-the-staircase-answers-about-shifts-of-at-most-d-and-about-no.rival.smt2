; rival of: the staircase answers about shifts of at most D, and about no other
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const s Real)
(declare-const d Real)
(assert (> d 0.0))
(assert (or
  (and (<= (ite (>= s 0.0) s (- s)) d) (not (= s 0.0)) (not (<= s d)))
  (and (<= (ite (>= s 0.0) s (- s)) d) (not (not (= s 0.0))) (not (<= s d)))
  (and (not (<= (ite (>= s 0.0) s (- s)) d)) (<= s d))))
(check-sat)
