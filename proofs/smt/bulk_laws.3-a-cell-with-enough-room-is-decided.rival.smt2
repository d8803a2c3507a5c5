; rival of: a cell with enough room is decided
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const e Real)
(declare-const r Real)
(assert (and (> e 0.0) (>= r 0.0) (< r e) (<= (- x (to_real (to_int x))) (- 1.0 e))))
(assert (not (= (to_int (+ (+ x r) e)) (to_int x))))
(check-sat)
