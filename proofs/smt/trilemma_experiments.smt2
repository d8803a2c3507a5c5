; Markov: min(x, T) is at least m where x >= m, and not negative
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const t Real)
(declare-const m Real)
(assert (and (>= x 0.0) (>= m 0.0) (>= t m)))
(assert (or
  (and (< t x) (>= t 0.0) (not (< x m)) (not (>= t m)))
  (and (< t x) (not (>= t 0.0)))
  (and (not (< t x)) (>= x 0.0) (not (< x m)) (not (>= x m)))
  (and (not (< t x)) (not (>= x 0.0)))))
(check-sat)
(reset)

; rival of: Markov: min(x, T) is at least m where x >= m, and not negative
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const t Real)
(declare-const m Real)
(assert (and (>= x 0.0) (>= m 0.0) (>= t m)))
(assert (or
  (and (< t x) (not (>= t m)))
  (and (not (< t x)) (not (>= x m)))))
(check-sat)
(reset)

; clipping to [0, T] moves no two records farther apart than T
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const t Real)
(assert (>= t 0.0))
(assert (or
  (and (< x 0.0) (< t 0.0) (< y 0.0) (not (<= (ite (>= (- t t) 0.0) (- t t) (- (- t t))) t)))
  (and (< x 0.0) (< t 0.0) (not (< y 0.0)) (< t y) (not (<= (ite (>= (- t t) 0.0) (- t t) (- (- t t))) t)))
  (and (< x 0.0) (< t 0.0) (not (< y 0.0)) (not (< t y)) (not (<= (ite (>= (- t y) 0.0) (- t y) (- (- t y))) t)))
  (and (< x 0.0) (not (< t 0.0)) (< y 0.0) (not (>= t 0.0)))
  (and (< x 0.0) (not (< t 0.0)) (not (< y 0.0)) (< t y) (not (<= (ite (>= (- 0.0 t) 0.0) (- 0.0 t) (- (- 0.0 t))) t)))
  (and (< x 0.0) (not (< t 0.0)) (not (< y 0.0)) (not (< t y)) (not (<= (ite (>= (- 0.0 y) 0.0) (- 0.0 y) (- (- 0.0 y))) t)))
  (and (not (< x 0.0)) (< t x) (< y 0.0) (< t 0.0) (not (<= (ite (>= (- t t) 0.0) (- t t) (- (- t t))) t)))
  (and (not (< x 0.0)) (< t x) (< y 0.0) (not (< t 0.0)) (not (<= (ite (>= (- t 0.0) 0.0) (- t 0.0) (- (- t 0.0))) t)))
  (and (not (< x 0.0)) (< t x) (not (< y 0.0)) (< t y) (not (<= (ite (>= (- t t) 0.0) (- t t) (- (- t t))) t)))
  (and (not (< x 0.0)) (< t x) (not (< y 0.0)) (not (< t y)) (not (<= (ite (>= (- t y) 0.0) (- t y) (- (- t y))) t)))
  (and (not (< x 0.0)) (not (< t x)) (< y 0.0) (< t 0.0) (not (<= (ite (>= (- x t) 0.0) (- x t) (- (- x t))) t)))
  (and (not (< x 0.0)) (not (< t x)) (< y 0.0) (not (< t 0.0)) (not (<= (ite (>= (- x 0.0) 0.0) (- x 0.0) (- (- x 0.0))) t)))
  (and (not (< x 0.0)) (not (< t x)) (not (< y 0.0)) (< t y) (not (<= (ite (>= (- x t) 0.0) (- x t) (- (- x t))) t)))
  (and (not (< x 0.0)) (not (< t x)) (not (< y 0.0)) (not (< t y)) (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) t)))))
(check-sat)
(reset)

; rival of: clipping to [0, T] moves no two records farther apart than T
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const t Real)
(assert (>= t 0.0))
(assert (or
  (and (< x 0.0) (< t 0.0) (< y 0.0) (not (<= (ite (>= (- t t) 0.0) (- t t) (- (- t t))) (* (/ 1.0 2.0) t))))
  (and (< x 0.0) (< t 0.0) (not (< y 0.0)) (< t y) (not (<= (ite (>= (- t t) 0.0) (- t t) (- (- t t))) (* (/ 1.0 2.0) t))))
  (and (< x 0.0) (< t 0.0) (not (< y 0.0)) (not (< t y)) (not (<= (ite (>= (- t y) 0.0) (- t y) (- (- t y))) (* (/ 1.0 2.0) t))))
  (and (< x 0.0) (not (< t 0.0)) (< y 0.0) (not (>= (* (/ 1.0 2.0) t) 0.0)))
  (and (< x 0.0) (not (< t 0.0)) (not (< y 0.0)) (< t y) (not (<= (ite (>= (- 0.0 t) 0.0) (- 0.0 t) (- (- 0.0 t))) (* (/ 1.0 2.0) t))))
  (and (< x 0.0) (not (< t 0.0)) (not (< y 0.0)) (not (< t y)) (not (<= (ite (>= (- 0.0 y) 0.0) (- 0.0 y) (- (- 0.0 y))) (* (/ 1.0 2.0) t))))
  (and (not (< x 0.0)) (< t x) (< y 0.0) (< t 0.0) (not (<= (ite (>= (- t t) 0.0) (- t t) (- (- t t))) (* (/ 1.0 2.0) t))))
  (and (not (< x 0.0)) (< t x) (< y 0.0) (not (< t 0.0)) (not (<= (ite (>= (- t 0.0) 0.0) (- t 0.0) (- (- t 0.0))) (* (/ 1.0 2.0) t))))
  (and (not (< x 0.0)) (< t x) (not (< y 0.0)) (< t y) (not (<= (ite (>= (- t t) 0.0) (- t t) (- (- t t))) (* (/ 1.0 2.0) t))))
  (and (not (< x 0.0)) (< t x) (not (< y 0.0)) (not (< t y)) (not (<= (ite (>= (- t y) 0.0) (- t y) (- (- t y))) (* (/ 1.0 2.0) t))))
  (and (not (< x 0.0)) (not (< t x)) (< y 0.0) (< t 0.0) (not (<= (ite (>= (- x t) 0.0) (- x t) (- (- x t))) (* (/ 1.0 2.0) t))))
  (and (not (< x 0.0)) (not (< t x)) (< y 0.0) (not (< t 0.0)) (not (<= (ite (>= (- x 0.0) 0.0) (- x 0.0) (- (- x 0.0))) (* (/ 1.0 2.0) t))))
  (and (not (< x 0.0)) (not (< t x)) (not (< y 0.0)) (< t y) (not (<= (ite (>= (- x t) 0.0) (- x t) (- (- x t))) (* (/ 1.0 2.0) t))))
  (and (not (< x 0.0)) (not (< t x)) (not (< y 0.0)) (not (< t y)) (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (* (/ 1.0 2.0) t))))))
(check-sat)
(reset)

; a larger threshold takes less away
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const t Real)
(assert (<= s t))
(assert (or
  (and (< (- x t) 0.0) (not (< (- x s) 0.0)) (not (>= (- x s) 0.0)))
  (and (not (< (- x t) 0.0)) (< (- x s) 0.0) (not (<= (- x t) 0.0)))
  (and (not (< (- x t) 0.0)) (not (< (- x s) 0.0)) (not (<= (- x t) (- x s))))))
(check-sat)
(reset)

; rival of: a larger threshold takes less away
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const t Real)
(assert (<= s t))
(assert (or
  (and (< (- x t) 0.0) (< (- x s) 0.0))
  (and (< (- x t) 0.0) (not (< (- x s) 0.0)) (not (> (- x s) 0.0)))
  (and (not (< (- x t) 0.0)) (< (- x s) 0.0))
  (and (not (< (- x t) 0.0)) (not (< (- x s) 0.0)) (not (< (- x t) (- x s))))))
(check-sat)
