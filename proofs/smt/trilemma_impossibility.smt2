; |E A| <= E|A|
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (not (<= (ite (>= (+ x y) 0.0) (+ x y) (- (+ x y))) (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))))))
(check-sat)
(reset)

; rival of: |E A| <= E|A|
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (not (<= (ite (>= (+ x y) 0.0) (+ x y) (- (+ x y))) (ite (>= x 0.0) x (- x)))))
(check-sat)
(reset)

; and bounded: values in [a - 1/r, b + 1/r]
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const a Real)
(declare-const b Real)
(declare-const s Real)
(assert (and (< a b) (> s 0.0) (<= (- a s) x) (<= x (+ b s)) (<= (- a s) y) (<= y (+ b s))))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (+ (- b a) (* 2.0 s)))))
(check-sat)
(reset)

; rival of: and bounded: values in [a - 1/r, b + 1/r]
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const a Real)
(declare-const b Real)
(declare-const s Real)
(assert (and (< a b) (> s 0.0) (<= (- a s) x) (<= x (+ b s)) (<= (- a s) y) (<= y (+ b s))))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (+ (- b a) s))))
(check-sat)
