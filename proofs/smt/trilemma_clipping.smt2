; clipping brings no record farther from a mean in [a, b]
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const a Real)
(declare-const b Real)
(declare-const mu Real)
(assert (and (<= a mu) (<= mu b)))
(assert (or
  (and (> a x) (< b a) (not (<= (ite (>= (- b mu) 0.0) (- b mu) (- (- b mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))
  (and (> a x) (not (< b a)) (not (<= (ite (>= (- a mu) 0.0) (- a mu) (- (- a mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))
  (and (not (> a x)) (< b x) (not (<= (ite (>= (- b mu) 0.0) (- b mu) (- (- b mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))
  (and (not (> a x)) (not (< b x)) (not (<= (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))))
(check-sat)
(reset)

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
(reset)

; nor two records apart, nor farther than b - a
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const a Real)
(declare-const b Real)
(assert (<= a b))
(assert (or
  (and (> a x) (< b a) (> a y) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- b b) 0.0) (- b b) (- (- b b))) (- b a))))
  (and (> a x) (< b a) (> a y) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- b b) 0.0) (- b b) (- (- b b))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (> a x) (< b a) (not (> a y)) (< b y) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- b b) 0.0) (- b b) (- (- b b))) (- b a))))
  (and (> a x) (< b a) (not (> a y)) (< b y) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- b b) 0.0) (- b b) (- (- b b))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (> a x) (< b a) (not (> a y)) (not (< b y)) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- b y) 0.0) (- b y) (- (- b y))) (- b a))))
  (and (> a x) (< b a) (not (> a y)) (not (< b y)) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- b y) 0.0) (- b y) (- (- b y))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (> a x) (not (< b a)) (> a y) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- a a) 0.0) (- a a) (- (- a a))) (- b a))))
  (and (> a x) (not (< b a)) (> a y) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- a a) 0.0) (- a a) (- (- a a))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (> a x) (not (< b a)) (not (> a y)) (< b y) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- a b) 0.0) (- a b) (- (- a b))) (- b a))))
  (and (> a x) (not (< b a)) (not (> a y)) (< b y) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- a b) 0.0) (- a b) (- (- a b))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (> a x) (not (< b a)) (not (> a y)) (not (< b y)) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- a y) 0.0) (- a y) (- (- a y))) (- b a))))
  (and (> a x) (not (< b a)) (not (> a y)) (not (< b y)) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- a y) 0.0) (- a y) (- (- a y))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (not (> a x)) (< b x) (> a y) (< b a) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- b b) 0.0) (- b b) (- (- b b))) (- b a))))
  (and (not (> a x)) (< b x) (> a y) (< b a) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- b b) 0.0) (- b b) (- (- b b))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (not (> a x)) (< b x) (> a y) (not (< b a)) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- b a) 0.0) (- b a) (- (- b a))) (- b a))))
  (and (not (> a x)) (< b x) (> a y) (not (< b a)) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- b a) 0.0) (- b a) (- (- b a))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (not (> a x)) (< b x) (not (> a y)) (< b y) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- b b) 0.0) (- b b) (- (- b b))) (- b a))))
  (and (not (> a x)) (< b x) (not (> a y)) (< b y) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- b b) 0.0) (- b b) (- (- b b))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (not (> a x)) (< b x) (not (> a y)) (not (< b y)) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- b y) 0.0) (- b y) (- (- b y))) (- b a))))
  (and (not (> a x)) (< b x) (not (> a y)) (not (< b y)) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- b y) 0.0) (- b y) (- (- b y))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (not (> a x)) (not (< b x)) (> a y) (< b a) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- x b) 0.0) (- x b) (- (- x b))) (- b a))))
  (and (not (> a x)) (not (< b x)) (> a y) (< b a) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- x b) 0.0) (- x b) (- (- x b))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (not (> a x)) (not (< b x)) (> a y) (not (< b a)) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- x a) 0.0) (- x a) (- (- x a))) (- b a))))
  (and (not (> a x)) (not (< b x)) (> a y) (not (< b a)) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- x a) 0.0) (- x a) (- (- x a))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (not (> a x)) (not (< b x)) (not (> a y)) (< b y) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- x b) 0.0) (- x b) (- (- x b))) (- b a))))
  (and (not (> a x)) (not (< b x)) (not (> a y)) (< b y) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- x b) 0.0) (- x b) (- (- x b))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
  (and (not (> a x)) (not (< b x)) (not (> a y)) (not (< b y)) (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (- b a))))
  (and (not (> a x)) (not (< b x)) (not (> a y)) (not (< b y)) (not (< (- b a) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))) (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))))
(check-sat)
(reset)

; rival of: nor two records apart, nor farther than b - a
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const a Real)
(declare-const b Real)
(assert (<= a b))
(assert (or
  (and (> a x) (< b a) (> a y) (not (<= (ite (>= (- b b) 0.0) (- b b) (- (- b b))) (* (/ 1.0 2.0) (- b a)))))
  (and (> a x) (< b a) (not (> a y)) (< b y) (not (<= (ite (>= (- b b) 0.0) (- b b) (- (- b b))) (* (/ 1.0 2.0) (- b a)))))
  (and (> a x) (< b a) (not (> a y)) (not (< b y)) (not (<= (ite (>= (- b y) 0.0) (- b y) (- (- b y))) (* (/ 1.0 2.0) (- b a)))))
  (and (> a x) (not (< b a)) (> a y) (not (<= (ite (>= (- a a) 0.0) (- a a) (- (- a a))) (* (/ 1.0 2.0) (- b a)))))
  (and (> a x) (not (< b a)) (not (> a y)) (< b y) (not (<= (ite (>= (- a b) 0.0) (- a b) (- (- a b))) (* (/ 1.0 2.0) (- b a)))))
  (and (> a x) (not (< b a)) (not (> a y)) (not (< b y)) (not (<= (ite (>= (- a y) 0.0) (- a y) (- (- a y))) (* (/ 1.0 2.0) (- b a)))))
  (and (not (> a x)) (< b x) (> a y) (< b a) (not (<= (ite (>= (- b b) 0.0) (- b b) (- (- b b))) (* (/ 1.0 2.0) (- b a)))))
  (and (not (> a x)) (< b x) (> a y) (not (< b a)) (not (<= (ite (>= (- b a) 0.0) (- b a) (- (- b a))) (* (/ 1.0 2.0) (- b a)))))
  (and (not (> a x)) (< b x) (not (> a y)) (< b y) (not (<= (ite (>= (- b b) 0.0) (- b b) (- (- b b))) (* (/ 1.0 2.0) (- b a)))))
  (and (not (> a x)) (< b x) (not (> a y)) (not (< b y)) (not (<= (ite (>= (- b y) 0.0) (- b y) (- (- b y))) (* (/ 1.0 2.0) (- b a)))))
  (and (not (> a x)) (not (< b x)) (> a y) (< b a) (not (<= (ite (>= (- x b) 0.0) (- x b) (- (- x b))) (* (/ 1.0 2.0) (- b a)))))
  (and (not (> a x)) (not (< b x)) (> a y) (not (< b a)) (not (<= (ite (>= (- x a) 0.0) (- x a) (- (- x a))) (* (/ 1.0 2.0) (- b a)))))
  (and (not (> a x)) (not (< b x)) (not (> a y)) (< b y) (not (<= (ite (>= (- x b) 0.0) (- x b) (- (- x b))) (* (/ 1.0 2.0) (- b a)))))
  (and (not (> a x)) (not (< b x)) (not (> a y)) (not (< b y)) (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (* (/ 1.0 2.0) (- b a)))))))
(check-sat)
(reset)

; what clipping takes away: max{a - x, 0} - max{x - b, 0}
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const a Real)
(declare-const b Real)
(assert (<= a b))
(assert (or
  (and (> a x) (< b a) (< (- a x) 0.0) (< (- x b) 0.0) (not (= (- b x) 0.0)))
  (and (> a x) (< b a) (< (- a x) 0.0) (not (< (- x b) 0.0)) (not (= (- b x) (- 0.0 (- x b)))))
  (and (> a x) (< b a) (not (< (- a x) 0.0)) (< (- x b) 0.0) (not (= (- b x) (- (- a x) 0.0))))
  (and (> a x) (< b a) (not (< (- a x) 0.0)) (not (< (- x b) 0.0)) (not (= (- b x) (- (- a x) (- x b)))))
  (and (> a x) (not (< b a)) (< (- a x) 0.0) (< (- x b) 0.0) (not (= (- a x) 0.0)))
  (and (> a x) (not (< b a)) (< (- a x) 0.0) (not (< (- x b) 0.0)) (not (= (- a x) (- 0.0 (- x b)))))
  (and (> a x) (not (< b a)) (not (< (- a x) 0.0)) (< (- x b) 0.0) (not (= (- a x) (- (- a x) 0.0))))
  (and (> a x) (not (< b a)) (not (< (- a x) 0.0)) (not (< (- x b) 0.0)) (not (= (- a x) (- (- a x) (- x b)))))
  (and (not (> a x)) (< b x) (< (- a x) 0.0) (< (- x b) 0.0) (not (= (- b x) 0.0)))
  (and (not (> a x)) (< b x) (< (- a x) 0.0) (not (< (- x b) 0.0)) (not (= (- b x) (- 0.0 (- x b)))))
  (and (not (> a x)) (< b x) (not (< (- a x) 0.0)) (< (- x b) 0.0) (not (= (- b x) (- (- a x) 0.0))))
  (and (not (> a x)) (< b x) (not (< (- a x) 0.0)) (not (< (- x b) 0.0)) (not (= (- b x) (- (- a x) (- x b)))))
  (and (not (> a x)) (not (< b x)) (< (- a x) 0.0) (< (- x b) 0.0) (not (= (- x x) 0.0)))
  (and (not (> a x)) (not (< b x)) (< (- a x) 0.0) (not (< (- x b) 0.0)) (not (= (- x x) (- 0.0 (- x b)))))
  (and (not (> a x)) (not (< b x)) (not (< (- a x) 0.0)) (< (- x b) 0.0) (not (= (- x x) (- (- a x) 0.0))))
  (and (not (> a x)) (not (< b x)) (not (< (- a x) 0.0)) (not (< (- x b) 0.0)) (not (= (- x x) (- (- a x) (- x b)))))))
(check-sat)
(reset)

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
(reset)

; two parts of opposite signs: the bias is at most the greater bound
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const k Real)
(assert (and (>= p 0.0) (>= q 0.0) (<= p k) (<= q k)))
(assert (not (<= (ite (>= (- p q) 0.0) (- p q) (- (- p q))) k)))
(check-sat)
(reset)

; rival of: two parts of opposite signs: the bias is at most the greater bound
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const k Real)
(assert (and (>= p 0.0) (>= q 0.0) (<= p k) (<= q k)))
(assert (not (<= (ite (>= (- p q) 0.0) (- p q) (- (- p q))) (* (/ 1.0 2.0) k))))
(check-sat)
(reset)

; the log-ratio of two Laplace densities is at most the shift, in units of the scale
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (or
  (and (<= (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) (ite (>= s 0.0) s (- s))) (not (<= (- (ite (>= x 0.0) x (- x)) (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s)))) (ite (>= s 0.0) s (- s)))))
  (not (<= (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) (ite (>= s 0.0) s (- s))))))
(check-sat)
(reset)

; rival of: the log-ratio of two Laplace densities is at most the shift, in units of the scale
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (not (<= (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) (ite (>= x 0.0) x (- x))) s)))
(check-sat)
(reset)

; the mean is at least the margin inside
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const mu Real)
(declare-const c Real)
(assert (and (<= a mu) (<= mu b) (>= c 0.0)))
(assert (or
  (and (< (- (+ b c) mu) (- mu (- a c))) (not (>= (- (+ b c) mu) c)))
  (and (not (< (- (+ b c) mu) (- mu (- a c)))) (not (>= (- mu (- a c)) c)))))
(check-sat)
(reset)

; rival of: the mean is at least the margin inside
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const mu Real)
(declare-const c Real)
(assert (and (<= a mu) (<= mu b) (>= c 0.0)))
(assert (or
  (and (< (- (+ b c) mu) (- mu (- a c))) (not (> (- (+ b c) mu) c)))
  (and (not (< (- (+ b c) mu) (- mu (- a c)))) (not (> (- mu (- a c)) c)))))
(check-sat)
(reset)

; records inside are not changed
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const a Real)
(declare-const b Real)
(assert (and (<= a x) (<= x b)))
(assert (or
  (and (> a x) (< b a) (not (= b x)))
  (and (> a x) (not (< b a)) (not (= a x)))
  (and (not (> a x)) (< b x) (not (= b x)))
  (and (not (> a x)) (not (< b x)) (not (= x x)))))
(check-sat)
(reset)

; rival of: records inside are not changed
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const a Real)
(declare-const b Real)
(assert (and (<= a x) (<= x b)))
(assert (or
  (and (> a x) (< b a) (not (< b b)))
  (and (> a x) (not (< b a)) (not (< a b)))
  (and (not (> a x)) (< b x) (not (< b b)))
  (and (not (> a x)) (not (< b x)) (not (< x b)))))
(check-sat)
