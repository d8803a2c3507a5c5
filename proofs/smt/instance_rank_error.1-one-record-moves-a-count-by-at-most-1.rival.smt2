; rival of: one record moves a count by at most 1
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Int)
(declare-const y Int)
(declare-const t Int)
(assert (>= (ite (>= x 0) x (- x)) 0))
(assert (and (<= x t) (not (<= y t))))
(check-sat)
