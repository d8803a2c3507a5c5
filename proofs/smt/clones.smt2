; T >= R/g and T >= R'/g: so T >= (R + R')/(2 g), u = R/g, v = R'/g
; negated: unsat proves it
(set-logic ALL)
(declare-const u Real)
(declare-const v Real)
(declare-const w Real)
(assert (and (>= w u) (>= w v) (>= u 0.0) (>= v 0.0)))
(assert (not (>= w (* (/ 1.0 2.0) (+ u v)))))
(check-sat)
(reset)

; rival of: T >= R/g and T >= R'/g: so T >= (R + R')/(2 g), u = R/g, v = R'/g
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const u Real)
(declare-const v Real)
(declare-const w Real)
(assert (and (>= w u) (>= w v) (>= u 0.0) (>= v 0.0)))
(assert (not (>= w (+ u v))))
(check-sat)
(reset)

; (S + S')/(2 g) - T is at most half of what R/g and R'/g exceed T by
; negated: unsat proves it
(set-logic ALL)
(declare-const u Real)
(declare-const v Real)
(declare-const w Real)
(assert (and (>= u 0.0) (>= v 0.0) (>= w 0.0)))
(assert (not (<= (- (* (/ 1.0 2.0) (+ u v)) w) (* (/ 1.0 4.0) (+ (- (+ (+ (- u w) (ite (>= (- u w) 0.0) (- u w) (- (- u w)))) v) w) (ite (>= (- v w) 0.0) (- v w) (- (- v w))))))))
(check-sat)
(reset)

; rival of: (S + S')/(2 g) - T is at most half of what R/g and R'/g exceed T by
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const u Real)
(declare-const v Real)
(declare-const w Real)
(assert (and (>= u 0.0) (>= v 0.0) (>= w 0.0)))
(assert (not (<= (- (* (/ 1.0 2.0) (+ u v)) w) (* (/ 1.0 4.0) (- (+ (- u w) v) w)))))
(check-sat)
