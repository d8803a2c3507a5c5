; rival of: then it is one of the two that wins: 5 n/16 > n/4
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const r Real)
(declare-const n Real)
(declare-const z Real)
(assert (and (> n 0.0) (>= a (* (/ 7.0 16.0) n)) (>= z (* (/ 1.0 8.0) (- n))) (<= r (* (/ 1.0 8.0) n)) (<= b (* (/ 1.0 8.0) n))))
(assert (not (> (+ a z) (* (/ 5.0 16.0) n))))
(check-sat)
