; rival of: the greatest integer below x is x/2 at least
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(assert (and (> x 1.0) (<= (to_real k) x) (< x (to_real (+ k 1)))))
(assert (not (>= (to_real (* 2 k)) (+ x 1.0))))
(check-sat)
