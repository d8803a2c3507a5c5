; by the bias, g(b) - g(a) >= v b - v a - 2 beta
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(declare-const t Real)
(declare-const bias Real)
(assert (and (<= (ite (>= (- x s) 0.0) (- x s) (- (- x s))) bias) (<= (ite (>= (- y t) 0.0) (- y t) (- (- y t))) bias)))
(assert (not (>= (- y x) (- (- t s) (* 2.0 bias)))))
(check-sat)
(reset)

; rival of: by the bias, g(b) - g(a) >= v b - v a - 2 beta
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(declare-const t Real)
(declare-const bias Real)
(assert (and (<= (ite (>= (- x s) 0.0) (- x s) (- (- x s))) bias) (<= (ite (>= (- y t) 0.0) (- y t) (- (- y t))) bias)))
(assert (not (>= (- y x) (- (- t s) bias))))
(check-sat)
(reset)

; |x/v - p| <= 1
; negated: unsat proves it
(set-logic ALL)
(declare-const i Int)
(declare-const p Real)
(assert (and (>= i 0) (<= i 1) (>= p 0.0) (<= p 1.0)))
(assert (not (<= (ite (>= (- (to_real i) p) 0.0) (- (to_real i) p) (- (- (to_real i) p))) 1.0)))
(check-sat)
(reset)

; rival of: |x/v - p| <= 1
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const i Int)
(declare-const p Real)
(assert (and (>= i 0) (<= i 1) (>= p 0.0) (<= p 1.0)))
(assert (not (< (ite (>= (- (to_real i) p) 0.0) (- (to_real i) p) (- (- (to_real i) p))) 1.0)))
(check-sat)
(reset)

; |U| <= T and P(U > t) <= e^eps P(U' > t) + delta: so P(U > t) <= e^eps P(U' > t) + min{delta, P(T > t)}
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const t Real)
(declare-const d Real)
(assert (and (>= q 0.0) (<= p t) (<= p (+ q d))))
(assert (or
  (and (< t d) (not (<= p (+ q t))))
  (and (not (< t d)) (not (<= p (+ q d))))))
(check-sat)
(reset)

; rival of: |U| <= T and P(U > t) <= e^eps P(U' > t) + delta: so P(U > t) <= e^eps P(U' > t) + min{delta, P(T > t)}
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const t Real)
(declare-const d Real)
(assert (and (>= q 0.0) (<= p t) (<= p (+ q d))))
(assert (or
  (and (< t d) (not (<= p (- (+ q t) q))))
  (and (not (< t d)) (not (<= p (- (+ q d) q))))))
(check-sat)
(reset)

; P(U < -t) >= e^-eps (P(U' < -t) - delta), and not negative: so it is at least e^-eps (P(U' < -t) - min{delta, P(T > t)})
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const t Real)
(declare-const d Real)
(assert (and (>= p 0.0) (<= q t) (>= p (- q d))))
(assert (or
  (and (< t d) (not (>= p (- q t))))
  (and (not (< t d)) (not (>= p (- q d))))))
(check-sat)
(reset)

; rival of: P(U < -t) >= e^-eps (P(U' < -t) - delta), and not negative: so it is at least e^-eps (P(U' < -t) - min{delta, P(T > t)})
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const t Real)
(declare-const d Real)
(assert (and (>= p 0.0) (<= q t) (>= p (- q d))))
(assert (or
  (and (< t d) (not (>= p (- q (* (/ 1.0 2.0) t)))))
  (and (not (< t d)) (not (>= p (- q (* (/ 1.0 2.0) d)))))))
(check-sat)
(reset)

; Lemma 2.2: min{delta, P} is at most delta, and at most P
; negated: unsat proves it
(set-logic ALL)
(declare-const d Real)
(declare-const p Real)
(assert (and (>= d 0.0) (>= p 0.0)))
(assert (or
  (and (< p d) (<= p d) (not (<= p p)))
  (and (< p d) (not (<= p d)))
  (and (not (< p d)) (<= d d) (not (<= d p)))
  (and (not (< p d)) (not (<= d d)))))
(check-sat)
(reset)

; rival of: Lemma 2.2: min{delta, P} is at most delta, and at most P
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const d Real)
(declare-const p Real)
(assert (and (>= d 0.0) (>= p 0.0)))
(assert (and (not (< p d)) (not (< d d))))
(check-sat)
