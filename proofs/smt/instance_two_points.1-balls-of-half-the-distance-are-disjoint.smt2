; balls of half the distance are disjoint
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const c Real)
(declare-const w Real)
(assert (and (> w 0.0) (>= a 0.0) (>= c 0.0) (>= (+ a c) w) (< a (* (/ 1.0 2.0) w))))
(assert (not (> c (* (/ 1.0 2.0) w))))
(check-sat)
