; rival of: Lemma 2.2: min{delta, P} is at most delta, and at most P
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const d Real)
(declare-const p Real)
(assert (and (>= d 0.0) (>= p 0.0)))
(assert (and (not (< p d)) (not (< d d))))
(check-sat)
