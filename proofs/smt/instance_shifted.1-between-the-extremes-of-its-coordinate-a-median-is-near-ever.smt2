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
