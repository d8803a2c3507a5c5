; two records that move by alpha/2 each: |y - x| grows by at most alpha
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const p Real)
(declare-const q Real)
(declare-const a Real)
(assert (and (<= (ite (>= (- x p) 0.0) (- x p) (- (- x p))) (* (/ 1.0 2.0) a)) (<= (ite (>= (- y q) 0.0) (- y q) (- (- y q))) (* (/ 1.0 2.0) a))))
(assert (not (<= (ite (>= (- p q) 0.0) (- p q) (- (- p q))) (+ (ite (>= (- x y) 0.0) (- x y) (- (- x y))) a))))
(check-sat)
(reset)

; rival of: two records that move by alpha/2 each: |y - x| grows by at most alpha
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const p Real)
(declare-const q Real)
(declare-const a Real)
(assert (and (<= (ite (>= (- x p) 0.0) (- x p) (- (- x p))) (* (/ 1.0 2.0) a)) (<= (ite (>= (- y q) 0.0) (- y q) (- (- y q))) (* (/ 1.0 2.0) a))))
(assert (not (<= (ite (>= (- p q) 0.0) (- p q) (- (- p q))) (+ (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (* (/ 1.0 2.0) a)))))
(check-sat)
(reset)

; neighbours before clipping differ in at most one record after
; negated: unsat proves it
(set-logic ALL)
(declare-const n Int)
(declare-const m Int)
(assert (and (= n 1) (>= m 0) (<= m n)))
(assert (not (<= m 1)))
(check-sat)
(reset)

; rival of: neighbours before clipping differ in at most one record after
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const n Int)
(declare-const m Int)
(assert (and (= n 1) (>= m 0) (<= m n)))
(assert (not (= m 1)))
(check-sat)
