; (41): a factor out of a minimum
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(assert (>= x 0.0))
(assert (or
  (and (> (* (/ 1.0 32.0) x) (/ 1.0 4.0)) (not (> x (/ 1.0 4.0))) (not (<= (* (/ 1.0 32.0) x) (/ 1.0 4.0))))
  (and (not (> (* (/ 1.0 32.0) x) (/ 1.0 4.0))) (> x (/ 1.0 4.0)) (not (>= (* (/ 1.0 32.0) x) (/ 1.0 128.0))))
  (and (not (> (* (/ 1.0 32.0) x) (/ 1.0 4.0))) (not (> x (/ 1.0 4.0))) (not (>= (* (/ 1.0 32.0) x) (* (/ 1.0 32.0) x))))))
(check-sat)
(reset)

; rival of: (41): a factor out of a minimum
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (>= x 0.0))
(assert (or
  (and (> (* (/ 1.0 32.0) x) (/ 1.0 4.0)) (not (> x (/ 1.0 4.0))) (not (<= (* (/ 1.0 16.0) x) (/ 1.0 4.0))))
  (and (not (> (* (/ 1.0 32.0) x) (/ 1.0 4.0))) (> x (/ 1.0 4.0)) (not (>= (* (/ 1.0 32.0) x) (/ 1.0 64.0))))
  (and (not (> (* (/ 1.0 32.0) x) (/ 1.0 4.0))) (not (> x (/ 1.0 4.0))) (not (>= (* (/ 1.0 32.0) x) (* (/ 1.0 16.0) x))))))
(check-sat)
(reset)

; (43): the greater of two minima is at least the minimum of anything between
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(assert (and (<= a c) (<= c b)))
(assert (or
  (and (> a (/ 1.0 4.0)) (> b (/ 1.0 4.0)) (not (> c (/ 1.0 4.0))) (not (<= c (/ 1.0 4.0))))
  (and (> a (/ 1.0 4.0)) (not (> b (/ 1.0 4.0))) (not (> c (/ 1.0 4.0))) (not (<= c (/ 1.0 4.0))))
  (and (not (> a (/ 1.0 4.0))) (> b (/ 1.0 4.0)) (< a (/ 1.0 4.0)) (not (> c (/ 1.0 4.0))) (not (<= c (/ 1.0 4.0))))
  (and (not (> a (/ 1.0 4.0))) (> b (/ 1.0 4.0)) (not (< a (/ 1.0 4.0))) (> c (/ 1.0 4.0)) (not (>= a (/ 1.0 4.0))))
  (and (not (> a (/ 1.0 4.0))) (> b (/ 1.0 4.0)) (not (< a (/ 1.0 4.0))) (not (> c (/ 1.0 4.0))) (not (>= a c)))
  (and (not (> a (/ 1.0 4.0))) (not (> b (/ 1.0 4.0))) (> b a) (> c (/ 1.0 4.0)) (not (>= b (/ 1.0 4.0))))
  (and (not (> a (/ 1.0 4.0))) (not (> b (/ 1.0 4.0))) (> b a) (not (> c (/ 1.0 4.0))) (not (>= b c)))
  (and (not (> a (/ 1.0 4.0))) (not (> b (/ 1.0 4.0))) (not (> b a)) (> c (/ 1.0 4.0)) (not (>= a (/ 1.0 4.0))))
  (and (not (> a (/ 1.0 4.0))) (not (> b (/ 1.0 4.0))) (not (> b a)) (not (> c (/ 1.0 4.0))) (not (>= a c)))))
(check-sat)
(reset)

; rival of: (43): the greater of two minima is at least the minimum of anything between
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(assert (and (<= a c) (<= c b)))
(assert (or
  (and (> a (/ 1.0 4.0)) (not (> c (/ 1.0 4.0))) (not (<= c (/ 1.0 4.0))))
  (and (not (> a (/ 1.0 4.0))) (> c (/ 1.0 4.0)) (not (>= a (/ 1.0 4.0))))
  (and (not (> a (/ 1.0 4.0))) (not (> c (/ 1.0 4.0))) (not (>= a c)))))
(check-sat)
(reset)

; (45): that factor out of a minimum
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(assert (>= x 0.0))
(assert (or
  (and (> (* (/ 1.0 262.0) (* 4.0 x)) (/ 1.0 4.0)) (not (> x (/ 1.0 4.0))) (not (<= (* (/ 1.0 262.0) (* 4.0 x)) (/ 1.0 4.0))))
  (and (not (> (* (/ 1.0 262.0) (* 4.0 x)) (/ 1.0 4.0))) (> x (/ 1.0 4.0)) (not (>= (* (/ 1.0 262.0) (* 4.0 x)) (/ 1.0 262.0))))
  (and (not (> (* (/ 1.0 262.0) (* 4.0 x)) (/ 1.0 4.0))) (not (> x (/ 1.0 4.0))) (not (>= (* (/ 1.0 262.0) (* 4.0 x)) (* (/ 1.0 262.0) (* 4.0 x)))))))
(check-sat)
(reset)

; rival of: (45): that factor out of a minimum
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (>= x 0.0))
(assert (or
  (and (> (* (/ 1.0 262.0) (* 4.0 x)) (/ 1.0 4.0)) (not (> x (/ 1.0 4.0))) (not (<= (* (/ 1.0 262.0) (* 5.0 x)) (/ 1.0 4.0))))
  (and (not (> (* (/ 1.0 262.0) (* 4.0 x)) (/ 1.0 4.0))) (> x (/ 1.0 4.0)) (not (>= (* (/ 1.0 262.0) (* 4.0 x)) (/ 5.0 1048.0))))
  (and (not (> (* (/ 1.0 262.0) (* 4.0 x)) (/ 1.0 4.0))) (not (> x (/ 1.0 4.0))) (not (>= (* (/ 1.0 262.0) (* 4.0 x)) (* (/ 1.0 262.0) (* 5.0 x)))))))
(check-sat)
(reset)

; (46): L >= p/1048 and L >= q/512, both cut at 1/4, give the sum over 1560
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const p Real)
(declare-const q Real)
(assert (or
  (and (>= p 0.0) (>= q 0.0) (> p (/ 1.0 4.0)) (>= l (/ 1.0 4192.0)) (> q (/ 1.0 4.0)) (>= l (/ 1.0 2048.0)))
  (and (>= p 0.0) (>= q 0.0) (> p (/ 1.0 4.0)) (>= l (/ 1.0 4192.0)) (not (> q (/ 1.0 4.0))) (>= l (* (/ 1.0 512.0) q)))
  (and (>= p 0.0) (>= q 0.0) (not (> p (/ 1.0 4.0))) (>= l (* (/ 1.0 1048.0) p)) (> q (/ 1.0 4.0)) (>= l (/ 1.0 2048.0)))
  (and (>= p 0.0) (>= q 0.0) (not (> p (/ 1.0 4.0))) (>= l (* (/ 1.0 1048.0) p)) (not (> q (/ 1.0 4.0))) (>= l (* (/ 1.0 512.0) q)))))
(assert (or
  (and (> (+ p q) (/ 1.0 4.0)) (not (>= l (/ 1.0 6240.0))))
  (and (not (> (+ p q) (/ 1.0 4.0))) (not (>= l (* (/ 1.0 1560.0) (+ p q)))))))
(check-sat)
(reset)

; rival of: (46): L >= p/1048 and L >= q/512, both cut at 1/4, give the sum over 1560
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const p Real)
(declare-const q Real)
(assert (or
  (and (>= p 0.0) (>= q 0.0) (> p (/ 1.0 4.0)) (>= l (/ 1.0 4192.0)) (> q (/ 1.0 4.0)) (>= l (/ 1.0 2048.0)))
  (and (>= p 0.0) (>= q 0.0) (> p (/ 1.0 4.0)) (>= l (/ 1.0 4192.0)) (not (> q (/ 1.0 4.0))) (>= l (* (/ 1.0 512.0) q)))
  (and (>= p 0.0) (>= q 0.0) (not (> p (/ 1.0 4.0))) (>= l (* (/ 1.0 1048.0) p)) (> q (/ 1.0 4.0)) (>= l (/ 1.0 2048.0)))
  (and (>= p 0.0) (>= q 0.0) (not (> p (/ 1.0 4.0))) (>= l (* (/ 1.0 1048.0) p)) (not (> q (/ 1.0 4.0))) (>= l (* (/ 1.0 512.0) q)))))
(assert (or
  (and (> (+ p q) (/ 1.0 4.0)) (not (>= l (/ 1.0 6000.0))))
  (and (not (> (+ p q) (/ 1.0 4.0))) (not (>= l (* (/ 1.0 1500.0) (+ p q)))))))
(check-sat)
