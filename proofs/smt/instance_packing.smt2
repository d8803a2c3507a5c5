; words within d/4: 4 (d - i) >= 3 d
; negated: unsat proves it
(set-logic ALL)
(declare-const d Int)
(declare-const i Int)
(assert (and (>= i 0) (<= (* 4 i) d)))
(assert (not (>= (* 4 (- d i)) (* 3 d))))
(check-sat)
(reset)

; rival of: words within d/4: 4 (d - i) >= 3 d
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const d Int)
(declare-const i Int)
(assert (and (>= i 0) (<= (* 4 i) d)))
(assert (not (>= (* 4 (- d i)) (+ (* 3 d) 1))))
(check-sat)
(reset)

; the middle: integer, and at most ceil(u/2) from 0 and u
; negated: unsat proves it
(set-logic ALL)
(declare-const u Int)
(assert (>= u 1))
(assert (or
  (and (>= (- u (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) 0) (<= (- u (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (not (<= (* 2 (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (+ u 1))))
  (and (>= (- u (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) 0) (not (<= (- u (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (to_int (* (/ 1.0 2.0) (to_real (+ u 1)))))))
  (not (>= (- u (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) 0))))
(check-sat)
(reset)

; rival of: the middle: integer, and at most ceil(u/2) from 0 and u
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const u Int)
(assert (>= u 1))
(assert (not (= (- u (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (to_int (* (/ 1.0 2.0) (to_real (+ u 1)))))))
(check-sat)
(reset)

; balls of radii r, s with r + s < distance are disjoint
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const c Real)
(declare-const r Real)
(declare-const s Real)
(declare-const w Real)
(assert (and (>= a 0.0) (>= c 0.0) (>= (+ a c) w) (< (+ r s) w) (<= a r)))
(assert (not (> c s)))
(check-sat)
(reset)

; rival of: balls of radii r, s with r + s < distance are disjoint
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const c Real)
(declare-const r Real)
(declare-const s Real)
(declare-const w Real)
(assert (and (>= a 0.0) (>= c 0.0) (>= (+ a c) w) (< (+ r s) w) (<= a r)))
(assert (not (> c (+ s a))))
(check-sat)
(reset)

; the greatest integer below x is x/2 at least
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(assert (and (> x 1.0) (<= (to_real k) x) (< x (to_real (+ k 1)))))
(assert (not (>= (to_real (* 2 k)) x)))
(check-sat)
(reset)

; rival of: the greatest integer below x is x/2 at least
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(assert (and (> x 1.0) (<= (to_real k) x) (< x (to_real (+ k 1)))))
(assert (not (>= (to_real (* 2 k)) (+ x 1.0))))
(check-sat)
