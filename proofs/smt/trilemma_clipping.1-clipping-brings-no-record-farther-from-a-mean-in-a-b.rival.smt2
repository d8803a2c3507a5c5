; rival of: clipping brings no record farther from a mean in [a, b]
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const a Real)
(declare-const b Real)
(declare-const mu Real)
(assert (and (<= a mu) (<= mu b)))
(assert (or
  (and (> a x) (< b a) (not (< (ite (>= (- b mu) 0.0) (- b mu) (- (- b mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))
  (and (> a x) (not (< b a)) (not (< (ite (>= (- a mu) 0.0) (- a mu) (- (- a mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))
  (and (not (> a x)) (< b x) (not (< (ite (>= (- b mu) 0.0) (- b mu) (- (- b mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))
  (and (not (> a x)) (not (< b x)) (not (< (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))))
(check-sat)
