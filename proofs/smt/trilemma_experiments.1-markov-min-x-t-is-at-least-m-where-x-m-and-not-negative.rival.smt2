; rival of: Markov: min(x, T) is at least m where x >= m, and not negative
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const t Real)
(declare-const m Real)
(assert (and (>= x 0.0) (>= m 0.0) (>= t m)))
(assert (or
  (and (< t x) (not (>= t m)))
  (and (not (< t x)) (not (>= x m)))))
(check-sat)
