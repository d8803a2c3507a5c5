; max over fewer data sets is no larger
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(assert (and (>= a 0.0) (>= b 0.0) (>= c 0.0)))
(assert (or
  (and (> b a) (<= a b) (> c b) (not (<= b c)))
  (and (> b a) (<= a b) (not (> c b)) (not (<= b b)))
  (and (> b a) (not (<= a b)))
  (and (not (> b a)) (<= a a) (> c a) (not (<= a c)))
  (and (not (> b a)) (not (<= a a)))))
(check-sat)
