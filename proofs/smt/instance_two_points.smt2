; balls of half the distance are disjoint
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const c Real)
(declare-const w Real)
(assert (and (> w 0.0) (>= a 0.0) (>= c 0.0) (>= (+ a c) w) (< a (* (/ 1.0 2.0) w))))
(assert (not (> c (* (/ 1.0 2.0) w))))
(check-sat)
(reset)

; rival of: balls of half the distance are disjoint
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const c Real)
(declare-const w Real)
(assert (and (> w 0.0) (>= a 0.0) (>= c 0.0) (>= (+ a c) w) (< a (* (/ 1.0 2.0) w))))
(assert (not (> c w)))
(check-sat)
(reset)

; max over fewer data sets is no larger
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(assert (and (>= a 0.0) (>= b 0.0) (>= c 0.0)))
(assert (or
  (and (> b a) (<= a b) (> c b) (not (<= b c)))
  (and (> b a) (<= a b) (not (> c b)) (not (<= b b)))
  (and (> b a) (not (<= a b)))
  (and (not (> b a)) (<= a a) (> c a) (not (<= a c)))
  (and (not (> b a)) (not (<= a a)))))
(check-sat)
(reset)

; rival of: max over fewer data sets is no larger
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(assert (and (>= a 0.0) (>= b 0.0) (>= c 0.0)))
(assert (or
  (and (> b a) (> c b) (not (<= c b)))
  (and (> b a) (not (> c b)) (not (<= b b)))
  (and (not (> b a)) (> c a) (not (<= c a)))
  (and (not (> b a)) (not (> c a)) (not (<= a a)))))
(check-sat)
(reset)

; a coordinate moves by max{x, u - x}, from ceil(u/2) to u
; negated: unsat proves it
(set-logic ALL)
(declare-const x Int)
(declare-const u Int)
(assert (and (>= u 1) (>= x 0) (<= x u)))
(assert (or
  (and (> (- u x) x) (>= (- u x) (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (<= (- u x) u) (not (>= (* 2 (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) u)))
  (and (> (- u x) x) (>= (- u x) (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (not (<= (- u x) u)))
  (and (> (- u x) x) (not (>= (- u x) (to_int (* (/ 1.0 2.0) (to_real (+ u 1)))))))
  (and (not (> (- u x) x)) (>= x (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (<= x u) (not (>= (* 2 (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) u)))
  (and (not (> (- u x) x)) (>= x (to_int (* (/ 1.0 2.0) (to_real (+ u 1))))) (not (<= x u)))
  (and (not (> (- u x) x)) (not (>= x (to_int (* (/ 1.0 2.0) (to_real (+ u 1)))))))))
(check-sat)
(reset)

; rival of: a coordinate moves by max{x, u - x}, from ceil(u/2) to u
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Int)
(declare-const u Int)
(assert (and (>= u 1) (>= x 0) (<= x u)))
(assert (or
  (and (> (- u x) x) (not (>= (- u x) (+ (to_int (* (/ 1.0 2.0) (to_real (+ u 1)))) 1))))
  (and (not (> (- u x) x)) (not (>= x (+ (to_int (* (/ 1.0 2.0) (to_real (+ u 1)))) 1))))))
(check-sat)
