; the log-ratio is at most r |s|, attained at x = 0
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (or
  (and (<= (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) (ite (>= s 0.0) s (- s))) (<= (- (ite (>= x 0.0) x (- x)) (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s)))) (ite (>= s 0.0) s (- s))) (not (= (- (ite (>= (+ (* 0.0 x) s) 0.0) (+ (* 0.0 x) s) (- (+ (* 0.0 x) s))) (ite (>= (* 0.0 x) 0.0) (* 0.0 x) (- (* 0.0 x)))) (ite (>= s 0.0) s (- s)))))
  (and (<= (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) (ite (>= s 0.0) s (- s))) (not (<= (- (ite (>= x 0.0) x (- x)) (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s)))) (ite (>= s 0.0) s (- s)))))
  (not (<= (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) (ite (>= s 0.0) s (- s))))))
(check-sat)
(reset)

; rival of: the log-ratio is at most r |s|, attained at x = 0
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (not (<= (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) s)))
(check-sat)
(reset)

; two coordinates: losses add
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(declare-const t Real)
(assert (<= (+ (ite (>= s 0.0) s (- s)) (ite (>= t 0.0) t (- t))) 1.0))
(assert (not (<= (- (- (+ (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= (+ y t) 0.0) (+ y t) (- (+ y t)))) (ite (>= x 0.0) x (- x))) (ite (>= y 0.0) y (- y))) 1.0)))
(check-sat)
(reset)

; rival of: two coordinates: losses add
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(declare-const t Real)
(assert (<= (+ (ite (>= s 0.0) s (- s)) (ite (>= t 0.0) t (- t))) 1.0))
(assert (not (<= (- (- (+ (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= (+ y t) 0.0) (+ y t) (- (+ y t)))) (ite (>= x 0.0) x (- x))) (ite (>= y 0.0) y (- y))) 0.0)))
(check-sat)
(reset)

; the discrete law: the exponent changes by at most |s|
; negated: unsat proves it
(set-logic ALL)
(declare-const k Int)
(declare-const s Int)
(assert (>= (ite (>= k 0) k (- k)) 0))
(assert (or
  (and (<= (- (ite (>= (+ k s) 0) (+ k s) (- (+ k s))) (ite (>= k 0) k (- k))) (ite (>= s 0) s (- s))) (not (<= (- (ite (>= k 0) k (- k)) (ite (>= (+ k s) 0) (+ k s) (- (+ k s)))) (ite (>= s 0) s (- s)))))
  (not (<= (- (ite (>= (+ k s) 0) (+ k s) (- (+ k s))) (ite (>= k 0) k (- k))) (ite (>= s 0) s (- s))))))
(check-sat)
(reset)

; rival of: the discrete law: the exponent changes by at most |s|
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const k Int)
(declare-const s Int)
(assert (>= (ite (>= k 0) k (- k)) 0))
(assert (not (< (- (ite (>= (+ k s) 0) (+ k s) (- (+ k s))) (ite (>= k 0) k (- k))) (ite (>= s 0) s (- s)))))
(check-sat)
