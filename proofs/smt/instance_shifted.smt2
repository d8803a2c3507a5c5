; between the extremes of its coordinate a median is near every record
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const x Real)
(declare-const c Real)
(declare-const s Real)
(assert (and (<= a x) (<= x b) (<= a c) (<= c b) (<= (- b a) s)))
(assert (not (<= (ite (>= (- x c) 0.0) (- x c) (- (- x c))) s)))
(check-sat)
(reset)

; rival of: between the extremes of its coordinate a median is near every record
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const x Real)
(declare-const c Real)
(declare-const s Real)
(assert (and (<= a x) (<= x b) (<= a c) (<= c b) (<= (- b a) s)))
(assert (not (<= (ite (>= (- x c) 0.0) (- x c) (- (- x c))) (* (/ 1.0 2.0) s))))
(check-sat)
(reset)

; c between x and y: |x - c| <= |x - y|
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const c Real)
(assert (or
  (and (>= x c) (>= c y))
  (and (>= x c) (not (>= c y)) (<= x c) (<= c y))
  (and (not (>= x c)) (<= x c) (<= c y))))
(assert (not (<= (ite (>= (- x c) 0.0) (- x c) (- (- x c))) (ite (>= (- x y) 0.0) (- x y) (- (- x y))))))
(check-sat)
(reset)

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
