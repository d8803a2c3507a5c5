; rival of: c between x and y: |x - c| <= |x - y|
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const c Real)
(assert (or
  (and (>= x c) (>= c y))
  (and (>= x c) (not (>= c y)) (<= x c) (<= c y))
  (and (not (>= x c)) (<= x c) (<= c y))))
(assert (not (<= (ite (>= (- x c) 0.0) (- x c) (- (- x c))) (ite (>= (- y c) 0.0) (- y c) (- (- y c))))))
(check-sat)
