; the balls contain the space
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(assert (and (>= x 0.0) (<= x 1.0)))
(assert (or
  (and (<= (+ (ite (>= (+ (* 1.0 x) 0.0) 0.0) (+ (* 1.0 x) 0.0) (- (+ (* 1.0 x) 0.0))) (ite (>= (+ (* 0.0 x) 1.0) 0.0) (+ (* 0.0 x) 1.0) (- (+ (* 0.0 x) 1.0)))) 2.0) (<= (+ (ite (>= (+ (* 1.0 x) (- (/ 1.0 2.0))) 0.0) (+ (* 1.0 x) (- (/ 1.0 2.0))) (- (+ (* 1.0 x) (- (/ 1.0 2.0))))) (ite (>= (+ (* 0.0 x) (/ 1.0 2.0)) 0.0) (+ (* 0.0 x) (/ 1.0 2.0)) (- (+ (* 0.0 x) (/ 1.0 2.0))))) 1.0) (not (<= (+ (ite (>= (+ (* 1.0 x) 0.0) 0.0) (+ (* 1.0 x) 0.0) (- (+ (* 1.0 x) 0.0))) (ite (>= (+ (* (- 1.0) x) 1.0) 0.0) (+ (* (- 1.0) x) 1.0) (- (+ (* (- 1.0) x) 1.0)))) 1.0)))
  (and (<= (+ (ite (>= (+ (* 1.0 x) 0.0) 0.0) (+ (* 1.0 x) 0.0) (- (+ (* 1.0 x) 0.0))) (ite (>= (+ (* 0.0 x) 1.0) 0.0) (+ (* 0.0 x) 1.0) (- (+ (* 0.0 x) 1.0)))) 2.0) (not (<= (+ (ite (>= (+ (* 1.0 x) (- (/ 1.0 2.0))) 0.0) (+ (* 1.0 x) (- (/ 1.0 2.0))) (- (+ (* 1.0 x) (- (/ 1.0 2.0))))) (ite (>= (+ (* 0.0 x) (/ 1.0 2.0)) 0.0) (+ (* 0.0 x) (/ 1.0 2.0)) (- (+ (* 0.0 x) (/ 1.0 2.0))))) 1.0)))
  (not (<= (+ (ite (>= (+ (* 1.0 x) 0.0) 0.0) (+ (* 1.0 x) 0.0) (- (+ (* 1.0 x) 0.0))) (ite (>= (+ (* 0.0 x) 1.0) 0.0) (+ (* 0.0 x) 1.0) (- (+ (* 0.0 x) 1.0)))) 2.0))))
(check-sat)
(reset)

; rival of: the balls contain the space
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (and (>= x 0.0) (<= x 1.0)))
(assert (not (<= (+ (ite (>= (+ (* 1.0 x) 0.0) 0.0) (+ (* 1.0 x) 0.0) (- (+ (* 1.0 x) 0.0))) (ite (>= (+ (* 0.0 x) 1.0) 0.0) (+ (* 0.0 x) 1.0) (- (+ (* 0.0 x) 1.0)))) 1.0)))
(check-sat)
(reset)

; Algorithm 3's ball is the convex hull of +-(1, 1), +-(0, 1): weights |S| and |N - S|
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (<= (+ (ite (>= (+ (* 1.0 x) (* 0.0 y)) 0.0) (+ (* 1.0 x) (* 0.0 y)) (- (+ (* 1.0 x) (* 0.0 y)))) (ite (>= (+ (* (- 1.0) x) (* 1.0 y)) 0.0) (+ (* (- 1.0) x) (* 1.0 y)) (- (+ (* (- 1.0) x) (* 1.0 y))))) 1.0))
(assert (not (<= (+ (ite (>= x 0.0) x (- x)) (ite (>= (- y x) 0.0) (- y x) (- (- y x)))) 1.0)))
(check-sat)
(reset)

; rival of: Algorithm 3's ball is the convex hull of +-(1, 1), +-(0, 1): weights |S| and |N - S|
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (<= (+ (ite (>= (+ (* 1.0 x) (* 0.0 y)) 0.0) (+ (* 1.0 x) (* 0.0 y)) (- (+ (* 1.0 x) (* 0.0 y)))) (ite (>= (+ (* (- 1.0) x) (* 1.0 y)) 0.0) (+ (* (- 1.0) x) (* 1.0 y)) (- (+ (* (- 1.0) x) (* 1.0 y))))) 1.0))
(assert (not (<= (+ (ite (>= x 0.0) x (- x)) (ite (>= y 0.0) y (- y))) 1.0)))
(check-sat)
(reset)

; Algorithm 3 maps the two segments onto sides of the unit ball
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(assert (and (>= x 0.0) (<= x 1.0)))
(assert (not (= (+ (ite (>= (+ (* 1.0 x) 0.0) 0.0) (+ (* 1.0 x) 0.0) (- (+ (* 1.0 x) 0.0))) (ite (>= (+ (* (- 1.0) x) 1.0) 0.0) (+ (* (- 1.0) x) 1.0) (- (+ (* (- 1.0) x) 1.0)))) 1.0)))
(check-sat)
(reset)

; rival of: Algorithm 3 maps the two segments onto sides of the unit ball
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (and (>= x 0.0) (<= x 1.0)))
(assert (not (= (+ (ite (>= (+ (* 1.0 x) (- (/ 1.0 2.0))) 0.0) (+ (* 1.0 x) (- (/ 1.0 2.0))) (- (+ (* 1.0 x) (- (/ 1.0 2.0))))) (ite (>= (+ (* 0.0 x) (/ 1.0 2.0)) 0.0) (+ (* 0.0 x) (/ 1.0 2.0)) (- (+ (* 0.0 x) (/ 1.0 2.0))))) 1.0)))
(check-sat)
