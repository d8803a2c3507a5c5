; a count that changes by one changes the exponent by at most one
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const c Int)
(assert (>= c 2))
(assert (not (<= (ite (>= (- (ite (>= (- x (to_real c)) 0.0) (- x (to_real c)) (- (- x (to_real c)))) (ite (>= (- x (to_real (- c 1))) 0.0) (- x (to_real (- c 1))) (- (- x (to_real (- c 1)))))) 0.0) (- (ite (>= (- x (to_real c)) 0.0) (- x (to_real c)) (- (- x (to_real c)))) (ite (>= (- x (to_real (- c 1))) 0.0) (- x (to_real (- c 1))) (- (- x (to_real (- c 1)))))) (- (- (ite (>= (- x (to_real c)) 0.0) (- x (to_real c)) (- (- x (to_real c)))) (ite (>= (- x (to_real (- c 1))) 0.0) (- x (to_real (- c 1))) (- (- x (to_real (- c 1)))))))) 1.0)))
(check-sat)
(reset)

; rival of: a count that changes by one changes the exponent by at most one
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const c Int)
(assert (>= c 2))
(assert (not (< (ite (>= (- (ite (>= (- x (to_real c)) 0.0) (- x (to_real c)) (- (- x (to_real c)))) (ite (>= (- x (to_real (- c 1))) 0.0) (- x (to_real (- c 1))) (- (- x (to_real (- c 1)))))) 0.0) (- (ite (>= (- x (to_real c)) 0.0) (- x (to_real c)) (- (- x (to_real c)))) (ite (>= (- x (to_real (- c 1))) 0.0) (- x (to_real (- c 1))) (- (- x (to_real (- c 1)))))) (- (- (ite (>= (- x (to_real c)) 0.0) (- x (to_real c)) (- (- x (to_real c)))) (ite (>= (- x (to_real (- c 1))) 0.0) (- x (to_real (- c 1))) (- (- x (to_real (- c 1)))))))) 1.0)))
(check-sat)
(reset)

; the largest positive excess over the threshold is the winner's
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(assert (not (= x y)))
(assert (or
  (and (< (- x s) 0.0) (< (- y s) 0.0) (> x y) (> x s))
  (and (< (- x s) 0.0) (not (< (- y s) 0.0)) (> x y) (> x s))
  (and (not (< (- x s) 0.0)) (< (- y s) 0.0) (> x y) (> (- x s) 0.0) (not (> x s)))
  (and (not (< (- x s) 0.0)) (< (- y s) 0.0) (> x y) (not (> (- x s) 0.0)) (> x s))
  (and (not (< (- x s) 0.0)) (< (- y s) 0.0) (not (> x y)) (> (- x s) 0.0))
  (and (not (< (- x s) 0.0)) (not (< (- y s) 0.0)) (> x y) (> (- x s) (- y s)) (not (> x s)))
  (and (not (< (- x s) 0.0)) (not (< (- y s) 0.0)) (> x y) (not (> (- x s) (- y s))) (> x s))
  (and (not (< (- x s) 0.0)) (not (< (- y s) 0.0)) (not (> x y)) (> (- x s) (- y s)))))
(check-sat)
(reset)

; rival of: the largest positive excess over the threshold is the winner's
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const s Real)
(assert (not (= x y)))
(assert (or
  (and (< (- x s) 0.0) (< (- y s) 0.0) (> x y))
  (and (< (- x s) 0.0) (not (< (- y s) 0.0)) (> x y))
  (and (not (< (- x s) 0.0)) (< (- y s) 0.0) (> (- x s) 0.0) (not (> x y)))
  (and (not (< (- x s) 0.0)) (< (- y s) 0.0) (not (> (- x s) 0.0)) (> x y))
  (and (not (< (- x s) 0.0)) (not (< (- y s) 0.0)) (> (- x s) (- y s)) (not (> x y)))
  (and (not (< (- x s) 0.0)) (not (< (- y s) 0.0)) (not (> (- x s) (- y s))) (> x y))))
(check-sat)
