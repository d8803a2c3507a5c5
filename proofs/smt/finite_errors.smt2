; Z1 + Z2 < -n/2 needs one of the two below -n/4
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const n Real)
(assert (< (+ x y) (* (/ 1.0 2.0) (- n))))
(assert (and (not (< x (* (/ 1.0 4.0) (- n)))) (not (< y (* (/ 1.0 4.0) (- n))))))
(check-sat)
(reset)

; rival of: Z1 + Z2 < -n/2 needs one of the two below -n/4
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const n Real)
(assert (< (+ x y) (* (/ 1.0 2.0) (- n))))
(assert (not (< x (* (/ 1.0 4.0) (- n)))))
(check-sat)
