; rival of: and a shift of k sensitivities by exactly k, from 0 and from a whole interval around or beside it
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const g Real)
(declare-const k Int)
(assert (or
  (and (> g 0.0) (<= g 1.0) (>= k 0) (= x 0.0))
  (and (> g 0.0) (<= g 1.0) (>= k 0) (not (= x 0.0)) (> x (- g)) (> x (- g 1.0)) (< x g))))
(assert (not (<= (- (+ (to_int (- (ite (>= (+ x (to_real k)) 0.0) (+ x (to_real k)) (- (+ x (to_real k)))) g)) 1) (+ (to_int (- (ite (>= x 0.0) x (- x)) g)) 1)) 2)))
(check-sat)
