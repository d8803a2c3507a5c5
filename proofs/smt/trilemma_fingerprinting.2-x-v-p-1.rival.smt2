; rival of: |x/v - p| <= 1
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const i Int)
(declare-const p Real)
(assert (and (>= i 0) (<= i 1) (>= p 0.0) (<= p 1.0)))
(assert (not (< (ite (>= (- (to_real i) p) 0.0) (- (to_real i) p) (- (- (to_real i) p))) 1.0)))
(check-sat)
