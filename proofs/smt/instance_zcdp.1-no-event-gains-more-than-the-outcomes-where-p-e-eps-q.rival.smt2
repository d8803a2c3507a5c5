; rival of: no event gains more than the outcomes where p > e^eps q
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const w Real)
(declare-const x Real)
(declare-const y Real)
(assert (>= (ite (>= p 0.0) p (- p)) 0.0))
(assert (or
  (and (< (- p w) 0.0) (not (<= (- (+ (- p w) x) y) 0.0)))
  (and (not (< (- p w) 0.0)) (not (>= (- p w) (- (+ (- p w) x) y))))))
(check-sat)
