; rival of: Algorithm 3 moves by (x0, w - x0) of length w, in units of w
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (not (= (ite (>= (- x l) 0.0) (- x l) (- (- x l))) (- u l))))
(check-sat)
