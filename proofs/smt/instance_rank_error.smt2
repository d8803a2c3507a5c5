; one record moves a count by at most 1
; negated: unsat proves it
(set-logic ALL)
(declare-const x Int)
(declare-const y Int)
(declare-const t Int)
(assert (>= (ite (>= x 0) x (- x)) 0))
(assert false)
(check-sat)
(reset)

; rival of: one record moves a count by at most 1
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Int)
(declare-const y Int)
(declare-const t Int)
(assert (>= (ite (>= x 0) x (- x)) 0))
(assert (and (<= x t) (not (<= y t))))
(check-sat)
(reset)

; only K < -tau does harm at a count of at least m + ceil(tau)
; negated: unsat proves it
(set-logic ALL)
(declare-const count Int)
(declare-const f Int)
(declare-const g Int)
(declare-const noise Real)
(declare-const tau Real)
(assert (and (<= (to_real f) tau) (< tau (to_real (+ f 1))) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (>= f 0) (>= count g) (>= noise (- tau))))
(assert (or
  (and (< (+ (to_real count) noise) 0.0) (not (< count g)))
  (and (not (< (+ (to_real count) noise) 0.0)) (not (>= count (- f))))))
(check-sat)
(reset)

; rival of: only K < -tau does harm at a count of at least m + ceil(tau)
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const count Int)
(declare-const f Int)
(declare-const g Int)
(declare-const noise Real)
(declare-const tau Real)
(assert (and (<= (to_real f) tau) (< tau (to_real (+ f 1))) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (>= f 0) (>= count g) (>= noise (- tau))))
(assert (not (> noise tau)))
(check-sat)
(reset)

; only K > tau at a count below m - floor(tau), and none in between
; negated: unsat proves it
(set-logic ALL)
(declare-const count Int)
(declare-const f Int)
(declare-const g Int)
(declare-const noise Real)
(declare-const tau Real)
(assert (and (<= (to_real f) tau) (< tau (to_real (+ f 1))) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (>= f 0) (< count g) (<= noise tau)))
(assert (or
  (and (< (+ (to_real count) noise) 0.0) (not (< count g)))
  (and (not (< (+ (to_real count) noise) 0.0)) (not (>= count (- f))))))
(check-sat)
(reset)

; rival of: only K > tau at a count below m - floor(tau), and none in between
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const count Int)
(declare-const f Int)
(declare-const g Int)
(declare-const noise Real)
(declare-const tau Real)
(assert (and (<= (to_real f) tau) (< tau (to_real (+ f 1))) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (>= f 0) (< count g) (<= noise tau)))
(assert (not (< noise tau)))
(check-sat)
