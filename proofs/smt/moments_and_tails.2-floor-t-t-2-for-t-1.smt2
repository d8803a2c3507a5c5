; floor(t) >= t/2 for t >= 1
; negated: unsat proves it
(set-logic ALL)
(declare-const t Real)
(assert (>= t 1.0))
(assert (not (>= (to_real (* 2 (to_int t))) t)))
(check-sat)
