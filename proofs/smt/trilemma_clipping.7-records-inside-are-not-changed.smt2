; records inside are not changed
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const a Real)
(declare-const b Real)
(assert (and (<= a x) (<= x b)))
(assert (or
  (and (> a x) (< b a) (not (= b x)))
  (and (> a x) (not (< b a)) (not (= a x)))
  (and (not (> a x)) (< b x) (not (= b x)))
  (and (not (> a x)) (not (< b x)) (not (= x x)))))
(check-sat)
