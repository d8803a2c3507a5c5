; means and records lie in [a, b], 0 too
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const x Real)
(declare-const y Real)
(assert (and (<= a 0.0) (>= b 0.0) (<= a x) (<= x b) (<= a y) (<= y b)))
(assert (or
  (and (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (- b a)) (not (<= (ite (>= (- 0.0 y) 0.0) (- 0.0 y) (- (- 0.0 y))) (- b a))))
  (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (- b a)))))
(check-sat)
(reset)

; rival of: means and records lie in [a, b], 0 too
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const x Real)
(declare-const y Real)
(assert (and (<= a 0.0) (>= b 0.0) (<= a x) (<= x b) (<= a y) (<= y b)))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) b)))
(check-sat)
