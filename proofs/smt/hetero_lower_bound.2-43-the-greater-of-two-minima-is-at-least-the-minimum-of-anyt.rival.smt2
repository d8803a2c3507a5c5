; rival of: (43): the greater of two minima is at least the minimum of anything between
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(assert (and (<= a c) (<= c b)))
(assert (or
  (and (> a (/ 1.0 4.0)) (not (> c (/ 1.0 4.0))) (not (<= c (/ 1.0 4.0))))
  (and (not (> a (/ 1.0 4.0))) (> c (/ 1.0 4.0)) (not (>= a (/ 1.0 4.0))))
  (and (not (> a (/ 1.0 4.0))) (not (> c (/ 1.0 4.0))) (not (>= a c)))))
(check-sat)
