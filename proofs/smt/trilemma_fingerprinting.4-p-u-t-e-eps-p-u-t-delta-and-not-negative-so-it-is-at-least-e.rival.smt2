; rival of: P(U < -t) >= e^-eps (P(U' < -t) - delta), and not negative: so it is at least e^-eps (P(U' < -t) - min{delta, P(T > t)})
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const t Real)
(declare-const d Real)
(assert (and (>= p 0.0) (<= q t) (>= p (- q d))))
(assert (or
  (and (< t d) (not (>= p (- q (* (/ 1.0 2.0) t)))))
  (and (not (< t d)) (not (>= p (- q (* (/ 1.0 2.0) d)))))))
(check-sat)
