; rival of: a larger threshold takes less away
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const t Real)
(assert (<= s t))
(assert (or
  (and (< (- x t) 0.0) (< (- x s) 0.0))
  (and (< (- x t) 0.0) (not (< (- x s) 0.0)) (not (> (- x s) 0.0)))
  (and (not (< (- x t) 0.0)) (< (- x s) 0.0))
  (and (not (< (- x t) 0.0)) (not (< (- x s) 0.0)) (not (< (- x t) (- x s))))))
(check-sat)
