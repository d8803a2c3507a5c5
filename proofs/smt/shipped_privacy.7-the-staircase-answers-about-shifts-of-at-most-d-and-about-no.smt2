; the staircase answers about shifts of at most D, and about no other
; negated: unsat proves it
(set-logic ALL)
(declare-const s Real)
(declare-const d Real)
(assert (> d 0.0))
(assert (or
  (and (<= (ite (>= s 0.0) s (- s)) d) (not (= s 0.0)) (<= (- d) s) (not (<= s d)))
  (and (<= (ite (>= s 0.0) s (- s)) d) (not (= s 0.0)) (not (<= (- d) s)))
  (and (<= (ite (>= s 0.0) s (- s)) d) (not (not (= s 0.0))) (<= (- d) s) (not (<= s d)))
  (and (<= (ite (>= s 0.0) s (- s)) d) (not (not (= s 0.0))) (not (<= (- d) s)))
  (and (not (<= (ite (>= s 0.0) s (- s)) d)) (<= (- d) s) (<= s d))))
(check-sat)
