; the point n is on step n
; negated: unsat proves it
(set-logic ALL)
(declare-const n Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= n 0)))
(assert (not (= (+ (to_int (- (+ (to_real n) (* 0.0 g)) g)) 1) n)))
(check-sat)
(reset)

; rival of: the point n is on step n
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const n Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= n 0)))
(assert (not (= (+ (to_int (- (+ (to_real n) (* 0.0 g)) g)) 1) (+ n 1))))
(check-sat)
(reset)

; floor(t) >= t/2 for t >= 1
; negated: unsat proves it
(set-logic ALL)
(declare-const t Real)
(assert (>= t 1.0))
(assert (not (>= (to_real (* 2 (to_int t))) t)))
(check-sat)
(reset)

; rival of: floor(t) >= t/2 for t >= 1
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const t Real)
(assert (>= t 1.0))
(assert (not (>= (to_real (to_int t)) t)))
(check-sat)
