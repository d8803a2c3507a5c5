; rival of: so ||x - y||^2 <= 4 C^2 for norms of at most C
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const w Real)
(declare-const c Real)
(assert (and (>= p 0.0) (>= q 0.0) (>= w 0.0) (<= p c) (<= q c)))
(assert (not (<= (- (+ (* 2.0 p) (* 2.0 q)) w) (* 3.0 c))))
(check-sat)
