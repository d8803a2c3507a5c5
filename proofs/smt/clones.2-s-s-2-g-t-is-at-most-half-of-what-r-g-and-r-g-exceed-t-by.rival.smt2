; rival of: (S + S')/(2 g) - T is at most half of what R/g and R'/g exceed T by
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const u Real)
(declare-const v Real)
(declare-const w Real)
(assert (and (>= u 0.0) (>= v 0.0) (>= w 0.0)))
(assert (not (<= (- (* (/ 1.0 2.0) (+ u v)) w) (* (/ 1.0 4.0) (- (+ (- u w) v) w)))))
(check-sat)
