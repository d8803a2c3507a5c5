; a shift of at most Delta changes the step by at most one
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= s (- 1.0)) (<= s 1.0)))
(assert (and (not (= (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) (- 1))) (not (= (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) 0)) (not (= (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) 1))))
(check-sat)
(reset)

; rival of: a shift of at most Delta changes the step by at most one
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= s (- 1.0)) (<= s 1.0)))
(assert (and (not (= (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) (- 1))) (not (= (- (+ (to_int (- (ite (>= (+ x s) 0.0) (+ x s) (- (+ x s))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) 0))))
(check-sat)
(reset)

; every shift 0 < s <= Delta takes some point from step 0 to step 1, with room
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (> s 0.0) (<= s 1.0)))
(assert (or
  (and (< s (* 2.0 g)) (= (+ (to_int (- (ite (>= (- g (* (/ 1.0 2.0) s)) 0.0) (- g (* (/ 1.0 2.0) s)) (- (- g (* (/ 1.0 2.0) s)))) g)) 1) 0) (= (+ (to_int (- (ite (>= (+ (- g (* (/ 1.0 2.0) s)) s) 0.0) (+ (- g (* (/ 1.0 2.0) s)) s) (- (+ (- g (* (/ 1.0 2.0) s)) s))) g)) 1) 1) (< (ite (>= (- g (* (/ 1.0 2.0) s)) 0.0) (- g (* (/ 1.0 2.0) s)) (- (- g (* (/ 1.0 2.0) s)))) g) (not (< (+ (- g (* (/ 1.0 2.0) s)) s) (+ g 1.0))))
  (and (< s (* 2.0 g)) (= (+ (to_int (- (ite (>= (- g (* (/ 1.0 2.0) s)) 0.0) (- g (* (/ 1.0 2.0) s)) (- (- g (* (/ 1.0 2.0) s)))) g)) 1) 0) (= (+ (to_int (- (ite (>= (+ (- g (* (/ 1.0 2.0) s)) s) 0.0) (+ (- g (* (/ 1.0 2.0) s)) s) (- (+ (- g (* (/ 1.0 2.0) s)) s))) g)) 1) 1) (not (< (ite (>= (- g (* (/ 1.0 2.0) s)) 0.0) (- g (* (/ 1.0 2.0) s)) (- (- g (* (/ 1.0 2.0) s)))) g)))
  (and (< s (* 2.0 g)) (= (+ (to_int (- (ite (>= (- g (* (/ 1.0 2.0) s)) 0.0) (- g (* (/ 1.0 2.0) s)) (- (- g (* (/ 1.0 2.0) s)))) g)) 1) 0) (not (= (+ (to_int (- (ite (>= (+ (- g (* (/ 1.0 2.0) s)) s) 0.0) (+ (- g (* (/ 1.0 2.0) s)) s) (- (+ (- g (* (/ 1.0 2.0) s)) s))) g)) 1) 1)))
  (and (< s (* 2.0 g)) (not (= (+ (to_int (- (ite (>= (- g (* (/ 1.0 2.0) s)) 0.0) (- g (* (/ 1.0 2.0) s)) (- (- g (* (/ 1.0 2.0) s)))) g)) 1) 0)))
  (and (not (< s (* 2.0 g))) (= (+ (to_int (- (ite (>= (* 0.0 s) 0.0) (* 0.0 s) (- (* 0.0 s))) g)) 1) 0) (= (+ (to_int (- (ite (>= (+ (* 0.0 s) s) 0.0) (+ (* 0.0 s) s) (- (+ (* 0.0 s) s))) g)) 1) 1) (< (ite (>= (* 0.0 s) 0.0) (* 0.0 s) (- (* 0.0 s))) g) (not (< (+ (* 0.0 s) s) (+ g 1.0))))
  (and (not (< s (* 2.0 g))) (= (+ (to_int (- (ite (>= (* 0.0 s) 0.0) (* 0.0 s) (- (* 0.0 s))) g)) 1) 0) (= (+ (to_int (- (ite (>= (+ (* 0.0 s) s) 0.0) (+ (* 0.0 s) s) (- (+ (* 0.0 s) s))) g)) 1) 1) (not (< (ite (>= (* 0.0 s) 0.0) (* 0.0 s) (- (* 0.0 s))) g)))
  (and (not (< s (* 2.0 g))) (= (+ (to_int (- (ite (>= (* 0.0 s) 0.0) (* 0.0 s) (- (* 0.0 s))) g)) 1) 0) (not (= (+ (to_int (- (ite (>= (+ (* 0.0 s) s) 0.0) (+ (* 0.0 s) s) (- (+ (* 0.0 s) s))) g)) 1) 1)))
  (and (not (< s (* 2.0 g))) (not (= (+ (to_int (- (ite (>= (* 0.0 s) 0.0) (* 0.0 s) (- (* 0.0 s))) g)) 1) 0)))))
(check-sat)
(reset)

; rival of: every shift 0 < s <= Delta takes some point from step 0 to step 1, with room
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (> s 0.0) (<= s 1.0)))
(assert (or
  (and (< s (* 2.0 g)) (not (= (+ (to_int (- (ite (>= (+ (- g (* (/ 1.0 2.0) s)) s) 0.0) (+ (- g (* (/ 1.0 2.0) s)) s) (- (+ (- g (* (/ 1.0 2.0) s)) s))) g)) 1) 2)))
  (and (not (< s (* 2.0 g))) (not (= (+ (to_int (- (ite (>= (+ (* 0.0 s) s) 0.0) (+ (* 0.0 s) s) (- (+ (* 0.0 s) s))) g)) 1) 2)))))
(check-sat)
(reset)

; gamma = 0 has the steps of gamma = 1, renumbered
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(assert (and (>= x 0.0) (= g 0.0)))
(assert (not (= (+ (to_int (- x g)) 1) (+ (+ (to_int (- x (+ g 1.0))) 1) 1))))
(check-sat)
(reset)

; rival of: gamma = 0 has the steps of gamma = 1, renumbered
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(assert (and (>= x 0.0) (= g 0.0)))
(assert (not (= (+ (to_int (- x g)) 1) (+ (to_int (- x (+ g 1.0))) 1))))
(check-sat)
