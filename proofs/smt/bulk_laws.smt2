; a position inside signed step s has signed level s
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const s Int)
(declare-const g Real)
(assert (or
  (and (> g 0.0) (<= g 1.0) (= s 0) (< (- (* 1.0 g)) x) (< x (+ (- (* 1.0 g)) (* 2.0 g))))
  (and (> g 0.0) (<= g 1.0) (not (= s 0)) (> s 0) (< (* 1.0 (+ g (to_real (- s 1)))) x) (< x (+ (* 1.0 (+ g (to_real (- s 1)))) 1.0)))
  (and (> g 0.0) (<= g 1.0) (not (= s 0)) (not (> s 0)) (< (* 1.0 (- (to_real s) g)) x) (< x (+ (* 1.0 (- (to_real s) g)) 1.0)))))
(assert (or
  (and (>= x 0.0) (not (= (+ (to_int (- x g)) 1) s)))
  (and (not (>= x 0.0)) (not (= (- (+ (to_int (- (- x) g)) 1)) s)))))
(check-sat)
(reset)

; rival of: a position inside signed step s has signed level s
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Int)
(declare-const g Real)
(assert (or
  (and (> g 0.0) (<= g 1.0) (= s 0) (< (- (* 1.0 g)) x) (< x (+ (- (* 1.0 g)) (* 2.0 g))))
  (and (> g 0.0) (<= g 1.0) (not (= s 0)) (> s 0) (< (* 1.0 (+ g (to_real (- s 1)))) x) (< x (+ (* 1.0 (+ g (to_real (- s 1)))) 1.0)))
  (and (> g 0.0) (<= g 1.0) (not (= s 0)) (not (> s 0)) (< (* 1.0 (- (to_real s) g)) x) (< x (+ (* 1.0 (- (to_real s) g)) 1.0)))))
(assert (or
  (and (>= x 0.0) (not (= (+ (to_int (- x g)) 1) (+ s 1))))
  (and (not (>= x 0.0)) (not (= (- (+ (to_int (- (- x) g)) 1)) (+ s 1))))))
(check-sat)
(reset)

; what lies strictly between two floors is decided: more bits change nothing
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const u Int)
(declare-const v Real)
(assert (and (< (to_int p) u) (< u (to_int q)) (>= v 0.0) (< v 1.0)))
(assert (or
  (and (<= p (+ (to_real u) v)) (not (< (+ (to_real u) v) q)))
  (not (<= p (+ (to_real u) v)))))
(check-sat)
(reset)

; rival of: what lies strictly between two floors is decided: more bits change nothing
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const u Int)
(declare-const v Real)
(assert (and (< (to_int p) u) (< u (to_int q)) (>= v 0.0) (< v 1.0)))
(assert (or
  (and (<= (+ p 1.0) (+ (to_real u) v)) (not (< (+ (to_real u) v) q)))
  (not (<= (+ p 1.0) (+ (to_real u) v)))))
(check-sat)
(reset)

; a cell with enough room is decided
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const e Real)
(declare-const r Real)
(assert (and (> e 0.0) (>= r 0.0) (< r e) (<= (- x (to_real (to_int x))) (- 1.0 e))))
(assert (not (= (to_int (+ x r)) (to_int x))))
(check-sat)
(reset)

; rival of: a cell with enough room is decided
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const e Real)
(declare-const r Real)
(assert (and (> e 0.0) (>= r 0.0) (< r e) (<= (- x (to_real (to_int x))) (- 1.0 e))))
(assert (not (= (to_int (+ (+ x r) e)) (to_int x))))
(check-sat)
