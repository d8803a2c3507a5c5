; saturated: U/27, cut at 1/4
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(assert (or
  (and (>= u 0.0) (>= l (/ 1.0 12.0)))
  (and (>= u 0.0) (not (>= l (/ 1.0 12.0))) (>= l (* (/ 1.0 27.0) u)))))
(assert (or
  (and (> u (/ 1.0 4.0)) (not (>= l (/ 1.0 108.0))))
  (and (not (> u (/ 1.0 4.0))) (not (>= l (* (/ 1.0 27.0) u))))))
(check-sat)
(reset)

; rival of: saturated: U/27, cut at 1/4
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(assert (or
  (and (>= u 0.0) (>= l (/ 1.0 12.0)))
  (and (>= u 0.0) (not (>= l (/ 1.0 12.0))) (>= l (* (/ 1.0 27.0) u)))))
(assert (or
  (and (> u (/ 1.0 4.0)) (not (>= l (/ 1.0 104.0))))
  (and (not (> u (/ 1.0 4.0))) (not (>= l (* (/ 1.0 26.0) u))))))
(check-sat)
(reset)

; not saturated: L >= p/27 and L >= 2 q/27 give 2 (p + q)/81, cut at 1/4
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const p Real)
(declare-const q Real)
(declare-const u Real)
(assert (or
  (and (>= p 0.0) (>= q 0.0) (<= u (+ p q)) (>= l (/ 1.0 12.0)))
  (and (>= p 0.0) (>= q 0.0) (<= u (+ p q)) (not (>= l (/ 1.0 12.0))) (>= l (* (/ 1.0 27.0) p)) (>= l (* (/ 1.0 27.0) (* 2.0 q))))))
(assert (or
  (and (> u (/ 1.0 4.0)) (not (>= l (/ 1.0 162.0))))
  (and (not (> u (/ 1.0 4.0))) (not (>= l (* (/ 2.0 81.0) u))))))
(check-sat)
(reset)

; rival of: not saturated: L >= p/27 and L >= 2 q/27 give 2 (p + q)/81, cut at 1/4
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const p Real)
(declare-const q Real)
(declare-const u Real)
(assert (or
  (and (>= p 0.0) (>= q 0.0) (<= u (+ p q)) (>= l (/ 1.0 12.0)))
  (and (>= p 0.0) (>= q 0.0) (<= u (+ p q)) (not (>= l (/ 1.0 12.0))) (>= l (* (/ 1.0 27.0) p)) (>= l (* (/ 1.0 27.0) (* 2.0 q))))))
(assert (or
  (and (> u (/ 1.0 4.0)) (not (>= l (/ 1.0 160.0))))
  (and (not (> u (/ 1.0 4.0))) (not (>= l (* (/ 1.0 40.0) u))))))
(check-sat)
(reset)

; 54: three quarters of the one and a quarter of the other, cut at 1/4
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const p Real)
(declare-const q Real)
(declare-const u Real)
(assert (or
  (and (>= p 0.0) (>= q 0.0) (<= u (+ p q)) (>= l (/ 1.0 12.0)))
  (and (>= p 0.0) (>= q 0.0) (<= u (+ p q)) (not (>= l (/ 1.0 12.0))) (>= l (* (/ 1.0 81.0) (* 2.0 p))) (>= l (* (/ 1.0 27.0) (* 2.0 q))))))
(assert (or
  (and (> u (/ 1.0 4.0)) (not (>= l (/ 1.0 216.0))))
  (and (not (> u (/ 1.0 4.0))) (not (>= l (* (/ 1.0 54.0) u))))))
(check-sat)
(reset)

; rival of: 54: three quarters of the one and a quarter of the other, cut at 1/4
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const p Real)
(declare-const q Real)
(declare-const u Real)
(assert (or
  (and (>= p 0.0) (>= q 0.0) (<= u (+ p q)) (>= l (/ 1.0 12.0)))
  (and (>= p 0.0) (>= q 0.0) (<= u (+ p q)) (not (>= l (/ 1.0 12.0))) (>= l (* (/ 1.0 81.0) (* 2.0 p))) (>= l (* (/ 1.0 27.0) (* 2.0 q))))))
(assert (or
  (and (> u (/ 1.0 4.0)) (not (>= l (/ 1.0 212.0))))
  (and (not (> u (/ 1.0 4.0))) (not (>= l (* (/ 1.0 53.0) u))))))
(check-sat)
