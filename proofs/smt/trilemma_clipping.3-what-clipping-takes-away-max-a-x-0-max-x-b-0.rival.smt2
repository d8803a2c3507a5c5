; rival of: what clipping takes away: max{a - x, 0} - max{x - b, 0}
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const a Real)
(declare-const b Real)
(assert (<= a b))
(assert (or
  (and (> a x) (< b a) (< (- a x) 0.0) (not (= (- b x) 0.0)))
  (and (> a x) (< b a) (not (< (- a x) 0.0)) (not (= (- b x) (- a x))))
  (and (> a x) (not (< b a)) (< (- a x) 0.0) (not (= (- a x) 0.0)))
  (and (> a x) (not (< b a)) (not (< (- a x) 0.0)) (not (= (- a x) (- a x))))
  (and (not (> a x)) (< b x) (< (- a x) 0.0) (not (= (- b x) 0.0)))
  (and (not (> a x)) (< b x) (not (< (- a x) 0.0)) (not (= (- b x) (- a x))))
  (and (not (> a x)) (not (< b x)) (< (- a x) 0.0) (not (= (- x x) 0.0)))
  (and (not (> a x)) (not (< b x)) (not (< (- a x) 0.0)) (not (= (- x x) (- a x))))))
(check-sat)
