; Markov: min(x, T) is at least m where x >= m, and not negative
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const t Real)
(declare-const m Real)
(assert (and (>= x 0.0) (>= m 0.0) (>= t m)))
(assert (or
  (and (< t x) (>= t 0.0) (not (< x m)) (not (>= t m)))
  (and (< t x) (not (>= t 0.0)))
  (and (not (< t x)) (>= x 0.0) (not (< x m)) (not (>= x m)))
  (and (not (< t x)) (not (>= x 0.0)))))
(check-sat)
