; rival of: balls of radii r, s with r + s < distance are disjoint
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const c Real)
(declare-const r Real)
(declare-const s Real)
(declare-const w Real)
(assert (and (>= a 0.0) (>= c 0.0) (>= (+ a c) w) (< (+ r s) w) (<= a r)))
(assert (not (> c (+ s a))))
(check-sat)
