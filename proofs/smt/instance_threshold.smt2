; each summand is the greater of two affine functions of C, so E is convex
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(assert (>= x 0.0))
(assert (or
  (and (> x c) (>= (* 1.0 (- x c)) (- x c)) (>= (* 1.0 (- x c)) 0.0) (not (= (* 1.0 (- x c)) (- x c))) (not (= (* 1.0 (- x c)) 0.0)))
  (and (> x c) (>= (* 1.0 (- x c)) (- x c)) (not (>= (* 1.0 (- x c)) 0.0)))
  (and (> x c) (not (>= (* 1.0 (- x c)) (- x c))))
  (and (not (> x c)) (>= (* 0.0 (- x c)) (- x c)) (>= (* 0.0 (- x c)) 0.0) (not (= (* 0.0 (- x c)) (- x c))) (not (= (* 0.0 (- x c)) 0.0)))
  (and (not (> x c)) (>= (* 0.0 (- x c)) (- x c)) (not (>= (* 0.0 (- x c)) 0.0)))
  (and (not (> x c)) (not (>= (* 0.0 (- x c)) (- x c))))))
(check-sat)
(reset)

; rival of: each summand is the greater of two affine functions of C, so E is convex
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(assert (>= x 0.0))
(assert (or
  (and (> x c) (not (> (* 1.0 (- x c)) 0.0)) (not (<= x 0.0)))
  (and (not (> x c)) (not (> (* 0.0 (- x c)) 0.0)) (not (<= x 0.0)))))
(check-sat)
(reset)

; to the right a summand falls by at most h, and only if x > C
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(declare-const h Real)
(assert (>= h 0.0))
(assert (or
  (and (> x (+ c h)) (> x c) (not (>= (- (* 1.0 (- x (+ c h))) (* 1.0 (- x c))) (- h))))
  (and (> x (+ c h)) (not (> x c)) (not (>= (- (* 1.0 (- x (+ c h))) (* 0.0 (- x c))) (* 0.0 h))))
  (and (not (> x (+ c h))) (> x c) (not (>= (- (* 0.0 (- x (+ c h))) (* 1.0 (- x c))) (- h))))
  (and (not (> x (+ c h))) (not (> x c)) (not (>= (- (* 0.0 (- x (+ c h))) (* 0.0 (- x c))) (* 0.0 h))))))
(check-sat)
(reset)

; rival of: to the right a summand falls by at most h, and only if x > C
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(declare-const h Real)
(assert (>= h 0.0))
(assert (or
  (and (> x (+ c h)) (> x c) (not (>= (- (* 1.0 (- x (+ c h))) (* 1.0 (- x c))) 0.0)))
  (and (> x (+ c h)) (not (> x c)) (not (>= (- (* 1.0 (- x (+ c h))) (* 0.0 (- x c))) 0.0)))
  (and (not (> x (+ c h))) (> x c) (not (>= (- (* 0.0 (- x (+ c h))) (* 1.0 (- x c))) 0.0)))
  (and (not (> x (+ c h))) (not (> x c)) (not (>= (- (* 0.0 (- x (+ c h))) (* 0.0 (- x c))) 0.0)))))
(check-sat)
(reset)

; with equality as long as no norm lies between
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(declare-const h Real)
(assert (or
  (and (>= h 0.0) (<= x c))
  (and (>= h 0.0) (not (<= x c)) (>= x (+ c h)))))
(assert (or
  (and (> x (+ c h)) (> x c) (not (= (- (* 1.0 (- x (+ c h))) (* 1.0 (- x c))) (- h))))
  (and (> x (+ c h)) (not (> x c)) (not (= (- (* 1.0 (- x (+ c h))) (* 0.0 (- x c))) (* 0.0 h))))
  (and (not (> x (+ c h))) (> x c) (not (= (- (* 0.0 (- x (+ c h))) (* 1.0 (- x c))) (- h))))
  (and (not (> x (+ c h))) (not (> x c)) (not (= (- (* 0.0 (- x (+ c h))) (* 0.0 (- x c))) (* 0.0 h))))))
(check-sat)
(reset)

; rival of: with equality as long as no norm lies between
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(declare-const h Real)
(assert (or
  (and (>= h 0.0) (<= x c))
  (and (>= h 0.0) (not (<= x c)) (>= x (+ c h)))))
(assert (or
  (and (> x (+ c h)) (> x c) (not (= (* 1.0 (- x (+ c h))) (* 1.0 (- x c)))))
  (and (> x (+ c h)) (not (> x c)) (not (= (* 1.0 (- x (+ c h))) (* 0.0 (- x c)))))
  (and (not (> x (+ c h))) (> x c) (not (= (* 0.0 (- x (+ c h))) (* 1.0 (- x c)))))
  (and (not (> x (+ c h))) (not (> x c)) (not (= (* 0.0 (- x (+ c h))) (* 0.0 (- x c)))))))
(check-sat)
(reset)

; to the left it grows by at least h if x >= C, and never falls
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(declare-const h Real)
(assert (>= h 0.0))
(assert (or
  (and (> x (- c h)) (> x c) (>= x c) (not (>= (- (* 1.0 (- x (- c h))) (* 1.0 (- x c))) h)))
  (and (> x (- c h)) (> x c) (not (>= x c)) (not (>= (- (* 1.0 (- x (- c h))) (* 1.0 (- x c))) (* 0.0 h))))
  (and (> x (- c h)) (not (> x c)) (>= x c) (not (>= (- (* 1.0 (- x (- c h))) (* 0.0 (- x c))) h)))
  (and (> x (- c h)) (not (> x c)) (not (>= x c)) (not (>= (- (* 1.0 (- x (- c h))) (* 0.0 (- x c))) (* 0.0 h))))
  (and (not (> x (- c h))) (> x c) (>= x c) (not (>= (- (* 0.0 (- x (- c h))) (* 1.0 (- x c))) h)))
  (and (not (> x (- c h))) (> x c) (not (>= x c)) (not (>= (- (* 0.0 (- x (- c h))) (* 1.0 (- x c))) (* 0.0 h))))
  (and (not (> x (- c h))) (not (> x c)) (>= x c) (not (>= (- (* 0.0 (- x (- c h))) (* 0.0 (- x c))) h)))
  (and (not (> x (- c h))) (not (> x c)) (not (>= x c)) (not (>= (- (* 0.0 (- x (- c h))) (* 0.0 (- x c))) (* 0.0 h))))))
(check-sat)
(reset)

; rival of: to the left it grows by at least h if x >= C, and never falls
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const c Real)
(declare-const h Real)
(assert (>= h 0.0))
(assert (or
  (and (> x (- c h)) (> x c) (not (>= (- (* 1.0 (- x (- c h))) (* 1.0 (- x c))) h)))
  (and (> x (- c h)) (not (> x c)) (not (>= (- (* 1.0 (- x (- c h))) (* 0.0 (- x c))) h)))
  (and (not (> x (- c h))) (> x c) (not (>= (- (* 0.0 (- x (- c h))) (* 1.0 (- x c))) h)))
  (and (not (> x (- c h))) (not (> x c)) (not (>= (- (* 0.0 (- x (- c h))) (* 0.0 (- x c))) h)))))
(check-sat)
(reset)

; the record of rank r = n - floor(s): at least n - r + 1 > s are not below it, at most n - r <= s above
; negated: unsat proves it
(set-logic ALL)
(declare-const n Int)
(declare-const s Real)
(declare-const ge Int)
(declare-const gt Int)
(assert (and (>= s 0.0) (>= ge (+ (- n (- n (to_int s))) 1)) (<= gt (- n (- n (to_int s))))))
(assert (or
  (and (> (to_real ge) s) (not (<= (to_real gt) s)))
  (not (> (to_real ge) s))))
(check-sat)
(reset)

; rival of: the record of rank r = n - floor(s): at least n - r + 1 > s are not below it, at most n - r <= s above
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const n Int)
(declare-const s Real)
(declare-const ge Int)
(declare-const gt Int)
(assert (and (>= s 0.0) (>= ge (+ (- n (- n (to_int s))) 1)) (<= gt (- n (- n (to_int s))))))
(assert (not (< (to_real gt) s)))
(check-sat)
(reset)

; if that rank is below 1, at most n <= s records exceed 0
; negated: unsat proves it
(set-logic ALL)
(declare-const n Int)
(declare-const s Real)
(declare-const gt Int)
(assert (and (>= s 0.0) (>= n 1) (< (- n (to_int s)) 1) (<= gt n)))
(assert (not (<= (to_real gt) s)))
(check-sat)
(reset)

; rival of: if that rank is below 1, at most n <= s records exceed 0
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const n Int)
(declare-const s Real)
(declare-const gt Int)
(assert (and (>= s 0.0) (>= n 1) (< (- n (to_int s)) 1) (<= gt n)))
(assert (not (< (to_real gt) s)))
(check-sat)
