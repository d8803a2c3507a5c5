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
