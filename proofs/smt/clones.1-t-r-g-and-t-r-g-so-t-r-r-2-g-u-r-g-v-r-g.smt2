; T >= R/g and T >= R'/g: so T >= (R + R')/(2 g), u = R/g, v = R'/g
; negated: unsat proves it
(set-logic ALL)
(declare-const u Real)
(declare-const v Real)
(declare-const w Real)
(assert (and (>= w u) (>= w v) (>= u 0.0) (>= v 0.0)))
(assert (not (>= w (* (/ 1.0 2.0) (+ u v)))))
(check-sat)
