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
