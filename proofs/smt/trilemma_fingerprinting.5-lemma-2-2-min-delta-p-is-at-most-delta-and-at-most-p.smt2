; Lemma 2.2: min{delta, P} is at most delta, and at most P
; negated: unsat proves it
(set-logic ALL)
(declare-const d Real)
(declare-const p Real)
(assert (and (>= d 0.0) (>= p 0.0)))
(assert (or
  (and (< p d) (<= p d) (not (<= p p)))
  (and (< p d) (not (<= p d)))
  (and (not (< p d)) (<= d d) (not (<= d p)))
  (and (not (< p d)) (not (<= d d)))))
(check-sat)
