; rival of: (1): P <= w + delta and P <= 1 give P <= min(1, w) + delta
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const w Real)
(declare-const d Real)
(assert (and (<= p (+ w d)) (<= p 1.0) (>= w 0.0) (>= d 0.0)))
(assert (or
  (and (< w 1.0) (not (<= p w)))
  (and (not (< w 1.0)) (not (<= p 1.0)))))
(check-sat)
