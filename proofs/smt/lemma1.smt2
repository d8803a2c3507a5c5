; clipping to an interval that contains q moves nothing away from q
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const q Real)
(declare-const low Real)
(declare-const high Real)
(assert (and (<= low q) (<= q high)))
(assert (or
  (and (< x low) (not (<= (ite (>= (- low q) 0.0) (- low q) (- (- low q))) (ite (>= (- x q) 0.0) (- x q) (- (- x q))))))
  (and (not (< x low)) (> x high) (not (<= (ite (>= (- high q) 0.0) (- high q) (- (- high q))) (ite (>= (- x q) 0.0) (- x q) (- (- x q))))))
  (and (not (< x low)) (not (> x high)) (not (<= (ite (>= (- x q) 0.0) (- x q) (- (- x q))) (ite (>= (- x q) 0.0) (- x q) (- (- x q))))))))
(check-sat)
(reset)

; rival of: clipping to an interval that contains q moves nothing away from q
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const q Real)
(declare-const low Real)
(declare-const high Real)
(assert (and (<= low q) (<= q high)))
(assert (or
  (and (< x low) (not (< (ite (>= (- low q) 0.0) (- low q) (- (- low q))) (ite (>= (- x q) 0.0) (- x q) (- (- x q))))))
  (and (not (< x low)) (> x high) (not (< (ite (>= (- high q) 0.0) (- high q) (- (- high q))) (ite (>= (- x q) 0.0) (- x q) (- (- x q))))))
  (and (not (< x low)) (not (> x high)) (not (< (ite (>= (- x q) 0.0) (- x q) (- (- x q))) (ite (>= (- x q) 0.0) (- x q) (- (- x q))))))))
(check-sat)
(reset)

; two points of [-M, M] are at most 2M apart
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const m Real)
(assert (and (<= (ite (>= p 0.0) p (- p)) m) (<= (ite (>= q 0.0) q (- q)) m)))
(assert (not (<= (ite (>= (- p q) 0.0) (- p q) (- (- p q))) (* 2.0 m))))
(check-sat)
(reset)

; rival of: two points of [-M, M] are at most 2M apart
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const m Real)
(assert (and (<= (ite (>= p 0.0) p (- p)) m) (<= (ite (>= q 0.0) q (- q)) m)))
(assert (not (<= (ite (>= (- p q) 0.0) (- p q) (- (- p q))) m)))
(check-sat)
