; left <= mid < right, so a search ends
; negated: unsat proves it
(set-logic ALL)
(declare-const l Int)
(declare-const r Int)
(assert (< l r))
(assert (or
  (and (<= l (to_int (* (/ 1.0 2.0) (to_real (+ l r))))) (not (< (to_int (* (/ 1.0 2.0) (to_real (+ l r)))) r)))
  (not (<= l (to_int (* (/ 1.0 2.0) (to_real (+ l r))))))))
(check-sat)
