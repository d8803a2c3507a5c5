; the sum that defines theta grows
; negated: unsat proves it
(set-logic ALL)
(declare-const e Real)
(declare-const p Real)
(declare-const q Real)
(assert (and (> e 0.0) (< p q) (> q e)))
(assert (or
  (and (< (- p e) 0.0) (< (- q e) 0.0))
  (and (< (- p e) 0.0) (not (< (- q e) 0.0)) (not (> (- q e) 0.0)))
  (and (not (< (- p e) 0.0)) (< (- q e) 0.0))
  (and (not (< (- p e) 0.0)) (not (< (- q e) 0.0)) (not (< (- p e) (- q e))))))
(check-sat)
(reset)

; rival of: the sum that defines theta grows
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const e Real)
(declare-const p Real)
(declare-const q Real)
(assert (and (> e 0.0) (< p q) (> q e)))
(assert (or
  (and (< (- p e) 0.0) (< (- q e) 0.0) (not (< (+ (* (/ 1.0 2.0) (- q p)) 0.0) 0.0)))
  (and (< (- p e) 0.0) (not (< (- q e) 0.0)) (not (< (+ (* (/ 1.0 2.0) (- q p)) 0.0) (- q e))))
  (and (not (< (- p e) 0.0)) (< (- q e) 0.0) (not (< (+ (- p e) (* (/ 1.0 2.0) (- q p))) 0.0)))
  (and (not (< (- p e) 0.0)) (not (< (- q e) 0.0)) (not (< (+ (- p e) (* (/ 1.0 2.0) (- q p))) (- q e))))))
(check-sat)
