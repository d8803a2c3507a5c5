; no event gains more than the outcomes where p > e^eps q
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const w Real)
(declare-const x Real)
(declare-const y Real)
(assert (>= (ite (>= p 0.0) p (- p)) 0.0))
(assert (or
  (and (< (- p w) 0.0) (< (- x y) 0.0) (<= (- p w) 0.0) (not (<= (- (+ (- p w) x) y) 0.0)))
  (and (< (- p w) 0.0) (< (- x y) 0.0) (not (<= (- p w) 0.0)))
  (and (< (- p w) 0.0) (not (< (- x y) 0.0)) (>= (+ (- x y) 0.0) (- p w)) (>= (+ (- x y) 0.0) (- (+ (- p w) x) y)) (not (>= (+ (- x y) 0.0) 0.0)))
  (and (< (- p w) 0.0) (not (< (- x y) 0.0)) (>= (+ (- x y) 0.0) (- p w)) (not (>= (+ (- x y) 0.0) (- (+ (- p w) x) y))))
  (and (< (- p w) 0.0) (not (< (- x y) 0.0)) (not (>= (+ (- x y) 0.0) (- p w))))
  (and (not (< (- p w) 0.0)) (< (- x y) 0.0) (>= (+ (- p w) 0.0) (- p w)) (>= (+ (- p w) 0.0) (- (+ (- p w) x) y)) (not (>= (+ (- p w) 0.0) 0.0)))
  (and (not (< (- p w) 0.0)) (< (- x y) 0.0) (>= (+ (- p w) 0.0) (- p w)) (not (>= (+ (- p w) 0.0) (- (+ (- p w) x) y))))
  (and (not (< (- p w) 0.0)) (< (- x y) 0.0) (not (>= (+ (- p w) 0.0) (- p w))))
  (and (not (< (- p w) 0.0)) (not (< (- x y) 0.0)) (>= (+ (- p w) (- x y)) (- p w)) (>= (+ (- p w) (- x y)) (- (+ (- p w) x) y)) (not (>= (+ (- p w) (- x y)) 0.0)))
  (and (not (< (- p w) 0.0)) (not (< (- x y) 0.0)) (>= (+ (- p w) (- x y)) (- p w)) (not (>= (+ (- p w) (- x y)) (- (+ (- p w) x) y))))
  (and (not (< (- p w) 0.0)) (not (< (- x y) 0.0)) (not (>= (+ (- p w) (- x y)) (- p w))))))
(check-sat)
(reset)

; rival of: no event gains more than the outcomes where p > e^eps q
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const w Real)
(declare-const x Real)
(declare-const y Real)
(assert (>= (ite (>= p 0.0) p (- p)) 0.0))
(assert (or
  (and (< (- p w) 0.0) (not (<= (- (+ (- p w) x) y) 0.0)))
  (and (not (< (- p w) 0.0)) (not (>= (- p w) (- (+ (- p w) x) y))))))
(check-sat)
(reset)

; (1): P <= w + delta and P <= 1 give P <= min(1, w) + delta
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const w Real)
(declare-const d Real)
(assert (and (<= p (+ w d)) (<= p 1.0) (>= w 0.0) (>= d 0.0)))
(assert (or
  (and (< w 1.0) (not (<= p (+ w d))))
  (and (not (< w 1.0)) (not (<= p (+ d 1.0))))))
(check-sat)
(reset)

; rival of: (1): P <= w + delta and P <= 1 give P <= min(1, w) + delta
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const w Real)
(declare-const d Real)
(assert (and (<= p (+ w d)) (<= p 1.0) (>= w 0.0) (>= d 0.0)))
(assert (or
  (and (< w 1.0) (not (<= p w)))
  (and (not (< w 1.0)) (not (<= p 1.0)))))
(check-sat)
