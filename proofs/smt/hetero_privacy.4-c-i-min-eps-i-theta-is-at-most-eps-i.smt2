; c_i = min(eps_i, theta) is at most eps_i
; negated: unsat proves it
(set-logic ALL)
(declare-const e Real)
(declare-const t Real)
(assert (and (>= e 0.0) (> t 0.0)))
(assert (or
  (and (< t e) (not (<= t e)))
  (and (not (< t e)) (not (<= e e)))))
(check-sat)
