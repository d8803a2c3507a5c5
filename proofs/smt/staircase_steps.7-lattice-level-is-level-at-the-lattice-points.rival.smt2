; rival of: lattice_level is level at the lattice points
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0)))
(assert (or
  (and (>= (+ x 1.0) 0.0) (>= x 0.0) (not (= (+ (to_int (- (+ x 1.0) g)) 1) (+ (to_int (- x g)) 1))))
  (and (>= (+ x 1.0) 0.0) (not (>= x 0.0)) (not (= (+ (to_int (- (+ x 1.0) g)) 1) (- (+ (to_int (- (- x) g)) 1)))))
  (and (not (>= (+ x 1.0) 0.0)) (>= x 0.0) (not (= (- (+ (to_int (- (- (+ x 1.0)) g)) 1)) (+ (to_int (- x g)) 1))))
  (and (not (>= (+ x 1.0) 0.0)) (not (>= x 0.0)) (not (= (- (+ (to_int (- (- (+ x 1.0)) g)) 1)) (- (+ (to_int (- (- x) g)) 1)))))))
(check-sat)
