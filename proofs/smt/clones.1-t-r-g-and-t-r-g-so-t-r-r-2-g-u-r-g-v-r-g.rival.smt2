; rival of: T >= R/g and T >= R'/g: so T >= (R + R')/(2 g), u = R/g, v = R'/g
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const u Real)
(declare-const v Real)
(declare-const w Real)
(assert (and (>= w u) (>= w v) (>= u 0.0) (>= v 0.0)))
(assert (not (>= w (+ u v))))
(check-sat)
