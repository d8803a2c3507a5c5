; rival of: the point n is on step n
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const n Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= n 0)))
(assert (not (= (+ (to_int (- (+ (to_real n) (* 0.0 g)) g)) 1) (+ n 1))))
(check-sat)
