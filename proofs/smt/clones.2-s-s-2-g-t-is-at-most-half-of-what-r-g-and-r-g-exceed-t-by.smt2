; (S + S')/(2 g) - T is at most half of what R/g and R'/g exceed T by
; negated: unsat proves it
(set-logic ALL)
(declare-const u Real)
(declare-const v Real)
(declare-const w Real)
(assert (and (>= u 0.0) (>= v 0.0) (>= w 0.0)))
(assert (not (<= (- (* (/ 1.0 2.0) (+ u v)) w) (* (/ 1.0 4.0) (+ (- (+ (+ (- u w) (ite (>= (- u w) 0.0) (- u w) (- (- u w)))) v) w) (ite (>= (- v w) 0.0) (- v w) (- (- v w))))))))
(check-sat)
