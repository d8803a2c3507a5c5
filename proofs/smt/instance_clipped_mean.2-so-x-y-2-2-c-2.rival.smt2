; rival of: so ||x - y||^2 <= 2 C^2
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const w Real)
(declare-const c Real)
(assert (and (>= p 0.0) (>= q 0.0) (>= w 0.0) (<= p c) (<= q c)))
(assert (not (<= (- (+ p q) (* 2.0 w)) c)))
(check-sat)
