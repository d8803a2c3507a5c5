; rival of: records inside are not changed
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const a Real)
(declare-const b Real)
(assert (and (<= a x) (<= x b)))
(assert (or
  (and (> a x) (< b a) (not (< b b)))
  (and (> a x) (not (< b a)) (not (< a b)))
  (and (not (> a x)) (< b x) (not (< b b)))
  (and (not (> a x)) (not (< b x)) (not (< x b)))))
(check-sat)
