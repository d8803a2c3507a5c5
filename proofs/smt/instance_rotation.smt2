; a round adds sizes: |a + b|, |a - b| <= p + q
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const p Real)
(declare-const q Real)
(assert (and (<= (ite (>= a 0.0) a (- a)) p) (<= (ite (>= b 0.0) b (- b)) q)))
(assert (or
  (and (<= (ite (>= (+ a b) 0.0) (+ a b) (- (+ a b))) (+ p q)) (not (<= (ite (>= (- a b) 0.0) (- a b) (- (- a b))) (+ p q))))
  (not (<= (ite (>= (+ a b) 0.0) (+ a b) (- (+ a b))) (+ p q)))))
(check-sat)
(reset)

; rival of: a round adds sizes: |a + b|, |a - b| <= p + q
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const p Real)
(declare-const q Real)
(assert (and (<= (ite (>= a 0.0) a (- a)) p) (<= (ite (>= b 0.0) b (- b)) q)))
(assert (not (<= (ite (>= (- a b) 0.0) (- a b) (- (- a b))) p)))
(check-sat)
(reset)

; d' < 2 d: half of d' is at most d - 1
; negated: unsat proves it
(set-logic ALL)
(declare-const d Int)
(declare-const h Int)
(assert (and (>= d 2) (<= h (- d 1)) (< (- d 1) (* 2 h))))
(assert (or
  (and (<= d (* 2 h)) (not (< (* 2 h) (* 2 d))))
  (not (<= d (* 2 h)))))
(check-sat)
(reset)

; rival of: d' < 2 d: half of d' is at most d - 1
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const d Int)
(declare-const h Int)
(assert (and (>= d 2) (<= h (- d 1)) (< (- d 1) (* 2 h))))
(assert (not (< (* 2 h) (- (* 2 d) 2))))
(check-sat)
