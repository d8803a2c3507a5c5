; rival of: 7 n/8 in two bins: one has 7 n/16, each other bin n/8
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const r Real)
(declare-const n Real)
(assert (and (>= a 0.0) (>= b 0.0) (>= r 0.0) (<= (+ (+ a b) r) n) (>= (+ a b) (* (/ 7.0 8.0) n))))
(assert (or
  (and (< b a) (not (>= b (* (/ 1.0 16.0) n))))
  (and (not (< b a)) (not (>= a (* (/ 1.0 16.0) n))))))
(check-sat)
