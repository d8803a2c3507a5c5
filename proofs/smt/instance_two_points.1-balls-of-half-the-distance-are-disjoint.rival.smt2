; rival of: balls of half the distance are disjoint
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const c Real)
(declare-const w Real)
(assert (and (> w 0.0) (>= a 0.0) (>= c 0.0) (>= (+ a c) w) (< a (* (/ 1.0 2.0) w))))
(assert (not (> c w)))
(check-sat)
