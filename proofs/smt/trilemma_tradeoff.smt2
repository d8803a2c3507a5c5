; of two lower bounds the greater is one
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const p Real)
(declare-const q Real)
(assert (and (>= a p) (>= a q)))
(assert (or
  (and (> q p) (not (>= a q)))
  (and (not (> q p)) (not (>= a p)))))
(check-sat)
(reset)

; rival of: of two lower bounds the greater is one
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const p Real)
(declare-const q Real)
(assert (and (>= a p) (>= a q)))
(assert (not (>= a (+ p q))))
(check-sat)
(reset)

; which is at least half of their sum
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(assert (and (>= p 0.0) (>= q 0.0)))
(assert (or
  (and (> q p) (not (>= (* 2.0 q) (+ p q))))
  (and (not (> q p)) (not (>= (* 2.0 p) (+ p q))))))
(check-sat)
(reset)

; rival of: which is at least half of their sum
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(assert (and (>= p 0.0) (>= q 0.0)))
(assert (or
  (and (> q p) (not (>= q (+ p q))))
  (and (not (> q p)) (not (>= p (+ p q))))))
(check-sat)
(reset)

; three lower bounds: a third of the sum
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const p Real)
(declare-const q Real)
(declare-const r Real)
(assert (and (>= a p) (>= a q) (>= a r)))
(assert (not (>= (* 3.0 a) (+ (+ p q) r))))
(check-sat)
(reset)

; rival of: three lower bounds: a third of the sum
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const p Real)
(declare-const q Real)
(declare-const r Real)
(assert (and (>= a p) (>= a q) (>= a r)))
(assert (not (>= (* 2.0 a) (+ (+ p q) r))))
(check-sat)
