; so ||x - y||^2 <= 4 C^2 for norms of at most C
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const w Real)
(declare-const c Real)
(assert (and (>= p 0.0) (>= q 0.0) (>= w 0.0) (<= p c) (<= q c)))
(assert (not (<= (- (+ (* 2.0 p) (* 2.0 q)) w) (* 4.0 c))))
(check-sat)
(reset)

; rival of: so ||x - y||^2 <= 4 C^2 for norms of at most C
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const w Real)
(declare-const c Real)
(assert (and (>= p 0.0) (>= q 0.0) (>= w 0.0) (<= p c) (<= q c)))
(assert (not (<= (- (+ (* 2.0 p) (* 2.0 q)) w) (* 3.0 c))))
(check-sat)
(reset)

; so ||x - y||^2 <= 2 C^2
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const w Real)
(declare-const c Real)
(assert (and (>= p 0.0) (>= q 0.0) (>= w 0.0) (<= p c) (<= q c)))
(assert (not (<= (- (+ p q) (* 2.0 w)) (* 2.0 c))))
(check-sat)
(reset)

; rival of: so ||x - y||^2 <= 2 C^2
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const w Real)
(declare-const c Real)
(assert (and (>= p 0.0) (>= q 0.0) (>= w 0.0) (<= p c) (<= q c)))
(assert (not (<= (- (+ p q) (* 2.0 w)) c)))
(check-sat)
(reset)

; one coordinate that is not negative: |x - y| <= C
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const c Real)
(assert (and (>= x 0.0) (>= y 0.0) (<= x c) (<= y c)))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (* 1.0 c))))
(check-sat)
(reset)

; rival of: one coordinate that is not negative: |x - y| <= C
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const c Real)
(assert (and (>= x 0.0) (>= y 0.0) (<= x c) (<= y c)))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) x)))
(check-sat)
(reset)

; max{||x|| - C, 0} is the shipped excess
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(assert (>= x 0.0))
(assert (or
  (and (> x c) (< (- x c) 0.0) (not (= (* 1.0 (- x c)) 0.0)))
  (and (> x c) (not (< (- x c) 0.0)) (not (= (* 1.0 (- x c)) (- x c))))
  (and (not (> x c)) (< (- x c) 0.0) (not (= (* 0.0 (- x c)) 0.0)))
  (and (not (> x c)) (not (< (- x c) 0.0)) (not (= (* 0.0 (- x c)) (- x c))))))
(check-sat)
(reset)

; rival of: max{||x|| - C, 0} is the shipped excess
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(assert (>= x 0.0))
(assert (or
  (and (> x c) (not (= (* 1.0 (- x c)) (- x c))))
  (and (not (> x c)) (not (= (* 0.0 (- x c)) (- x c))))))
(check-sat)
(reset)

; k^2 <= y and k^2 <= floor(y) are one
; negated: unsat proves it
(set-logic ALL)
(declare-const k Int)
(declare-const y Real)
(assert (>= k 0))
(assert (or
  (and (<= (to_real k) y) (not (<= k (to_int y))))
  (and (not (<= (to_real k) y)) (<= k (to_int y)))))
(check-sat)
(reset)

; rival of: k^2 <= y and k^2 <= floor(y) are one
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const k Int)
(declare-const y Real)
(assert (>= k 0))
(assert (or
  (and (< (to_real k) y) (not (< k (to_int y))))
  (and (not (< (to_real k) y)) (< k (to_int y)))))
(check-sat)
(reset)

; truncation of one coordinate: 0 <= r <= steps x and then |x - r/steps| <= x
; negated: unsat proves it
(set-logic ALL)
(declare-const r Real)
(declare-const x Real)
(assert (and (>= r 0.0) (<= r x)))
(assert (not (<= (ite (>= (- x r) 0.0) (- x r) (- (- x r))) x)))
(check-sat)
(reset)

; rival of: truncation of one coordinate: 0 <= r <= steps x and then |x - r/steps| <= x
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const r Real)
(declare-const x Real)
(assert (and (>= r 0.0) (<= r x)))
(assert (not (< (ite (>= (- x r) 0.0) (- x r) (- (- x r))) x)))
(check-sat)
