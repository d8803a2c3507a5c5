; two Laplace densities differ by at most the distance of their centres, in units of the scale
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(assert (<= x y))
(assert (not (<= (ite (>= (- (ite (>= (- x s) 0.0) (- x s) (- (- x s))) (ite (>= (- y s) 0.0) (- y s) (- (- y s)))) 0.0) (- (ite (>= (- x s) 0.0) (- x s) (- (- x s))) (ite (>= (- y s) 0.0) (- y s) (- (- y s)))) (- (- (ite (>= (- x s) 0.0) (- x s) (- (- x s))) (ite (>= (- y s) 0.0) (- y s) (- (- y s)))))) (- y x))))
(check-sat)
(reset)

; rival of: two Laplace densities differ by at most the distance of their centres, in units of the scale
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(assert (<= x y))
(assert (not (<= (ite (>= (- (ite (>= (- x s) 0.0) (- x s) (- (- x s))) (ite (>= (- y s) 0.0) (- y s) (- (- y s)))) 0.0) (- (ite (>= (- x s) 0.0) (- x s) (- (- x s))) (ite (>= (- y s) 0.0) (- y s) (- (- y s)))) (- (- (ite (>= (- x s) 0.0) (- x s) (- (- x s))) (ite (>= (- y s) 0.0) (- y s) (- (- y s)))))) (* (/ 1.0 2.0) (- y x)))))
(check-sat)
(reset)

; a shift of at most k sensitivities changes the staircase's step by at most k
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(declare-const k Int)
(assert (and (> g 0.0) (<= g 1.0) (<= s (to_real k)) (<= (- s) (to_real k))))
(assert (not (<= (ite (>= (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) 0) (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) (- (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)))) k)))
(check-sat)
(reset)

; rival of: a shift of at most k sensitivities changes the staircase's step by at most k
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(declare-const k Int)
(assert (and (> g 0.0) (<= g 1.0) (<= s (to_real k)) (<= (- s) (to_real k))))
(assert (not (<= (ite (>= (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) 0) (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) (- (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)))) 1)))
(check-sat)
(reset)

; and a shift of k sensitivities by exactly k, from 0 and from a whole interval around or beside it
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const g Real)
(declare-const k Int)
(assert (or
  (and (> g 0.0) (<= g 1.0) (>= k 0) (= x 0.0))
  (and (> g 0.0) (<= g 1.0) (>= k 0) (not (= x 0.0)) (> x (- g)) (> x (- g 1.0)) (< x g))))
(assert (or
  (and (= (- (+ (to_int (- (ite (>= (+ x (to_real k)) 0.0) (+ x (to_real k)) (- (+ x (to_real k)))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) k) (not (= (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1) 0)))
  (not (= (- (+ (to_int (- (ite (>= (+ x (to_real k)) 0.0) (+ x (to_real k)) (- (+ x (to_real k)))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) k))))
(check-sat)
(reset)

; rival of: and a shift of k sensitivities by exactly k, from 0 and from a whole interval around or beside it
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const g Real)
(declare-const k Int)
(assert (or
  (and (> g 0.0) (<= g 1.0) (>= k 0) (= x 0.0))
  (and (> g 0.0) (<= g 1.0) (>= k 0) (not (= x 0.0)) (> x (- g)) (> x (- g 1.0)) (< x g))))
(assert (not (<= (- (+ (to_int (- (ite (>= (+ x (to_real k)) 0.0) (+ x (to_real k)) (- (+ x (to_real k)))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) 2)))
(check-sat)
(reset)

; c_i = min(eps_i, theta) is at most eps_i
; negated: unsat proves it
(set-logic ALL)
(declare-const e Real)
(declare-const t Real)
(assert (and (>= e 0.0) (> t 0.0)))
(assert (or
  (and (< t e) (not (<= t e)))
  (and (not (< t e)) (not (<= e e)))))
(check-sat)
(reset)

; rival of: c_i = min(eps_i, theta) is at most eps_i
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const e Real)
(declare-const t Real)
(assert (and (>= e 0.0) (> t 0.0)))
(assert (and (not (< t e)) (not (< e e))))
(check-sat)
(reset)

; with a public divisor a record moves the sum by at most 1, its removal by at most 1/2
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (and (<= (ite (>= x 0.0) x (- x)) (/ 1.0 2.0)) (<= (ite (>= y 0.0) y (- y)) (/ 1.0 2.0))))
(assert (or
  (and (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) 1.0) (not (<= (ite (>= x 0.0) x (- x)) (/ 1.0 2.0))))
  (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) 1.0))))
(check-sat)
(reset)

; rival of: with a public divisor a record moves the sum by at most 1, its removal by at most 1/2
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (and (<= (ite (>= x 0.0) x (- x)) (/ 1.0 2.0)) (<= (ite (>= y 0.0) y (- y)) (/ 1.0 2.0))))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (/ 1.0 2.0))))
(check-sat)
