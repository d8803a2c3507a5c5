; rival of: the left half has ceil(N/2) values, the right one no more
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Int)
(declare-const r Int)
(assert (< l r))
(assert (not (= (- r (to_int (* (/ 1.0 2.0) (to_real (+ l r))))) (+ (- (to_int (* (/ 1.0 2.0) (to_real (+ l r)))) l) 1))))
(check-sat)
