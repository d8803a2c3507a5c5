; rival of: max over fewer data sets is no larger
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(assert (and (>= a 0.0) (>= b 0.0) (>= c 0.0)))
(assert (or
  (and (> b a) (> c b) (not (<= c b)))
  (and (> b a) (not (> c b)) (not (<= b b)))
  (and (not (> b a)) (> c a) (not (<= c a)))
  (and (not (> b a)) (not (> c a)) (not (<= a a)))))
(check-sat)
