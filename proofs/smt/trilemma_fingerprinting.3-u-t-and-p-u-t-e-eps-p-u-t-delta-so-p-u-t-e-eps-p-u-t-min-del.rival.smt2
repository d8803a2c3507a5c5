; rival of: |U| <= T and P(U > t) <= e^eps P(U' > t) + delta: so P(U > t) <= e^eps P(U' > t) + min{delta, P(T > t)}
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const t Real)
(declare-const d Real)
(assert (and (>= q 0.0) (<= p t) (<= p (+ q d))))
(assert (or
  (and (< t d) (not (<= p (- (+ q t) q))))
  (and (not (< t d)) (not (<= p (- (+ q d) q))))))
(check-sat)
