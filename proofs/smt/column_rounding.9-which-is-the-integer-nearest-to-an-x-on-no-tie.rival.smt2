; rival of: which is the integer nearest to an x on no tie
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (not (= (to_real (to_int (+ x (/ 1.0 2.0)))) (+ x (/ 1.0 2.0)))))
(assert (not (= (to_int (+ x (/ 1.0 2.0))) (to_int x))))
(check-sat)
