; rival of: |E A| <= E|A|
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (not (<= (ite (>= (+ x y) 0.0) (+ x y) (- (+ x y))) (ite (>= x 0.0) x (- x)))))
(check-sat)
