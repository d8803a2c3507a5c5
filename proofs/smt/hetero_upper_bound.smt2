; projecting to [-1/2, 1/2] brings nothing farther from a mean there
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const mu Real)
(assert (<= (ite (>= mu 0.0) mu (- mu)) (/ 1.0 2.0)))
(assert (or
  (and (> x (/ 1.0 2.0)) (not (<= (ite (>= (- (/ 1.0 2.0) mu) 0.0) (- (/ 1.0 2.0) mu) (- (- (/ 1.0 2.0) mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))
  (and (not (> x (/ 1.0 2.0))) (> x (- (/ 1.0 2.0))) (not (<= (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))
  (and (not (> x (/ 1.0 2.0))) (not (> x (- (/ 1.0 2.0)))) (not (<= (ite (>= (- (- (/ 1.0 2.0)) mu) 0.0) (- (- (/ 1.0 2.0)) mu) (- (- (- (/ 1.0 2.0)) mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))))
(check-sat)
(reset)

; rival of: projecting to [-1/2, 1/2] brings nothing farther from a mean there
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const mu Real)
(assert (<= (ite (>= mu 0.0) mu (- mu)) (/ 1.0 2.0)))
(assert (or
  (and (> x (/ 1.0 2.0)) (not (< (ite (>= (- (/ 1.0 2.0) mu) 0.0) (- (/ 1.0 2.0) mu) (- (- (/ 1.0 2.0) mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))
  (and (not (> x (/ 1.0 2.0))) (> x (- (/ 1.0 2.0))) (not (< (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))
  (and (not (> x (/ 1.0 2.0))) (not (> x (- (/ 1.0 2.0)))) (not (< (ite (>= (- (- (/ 1.0 2.0)) mu) 0.0) (- (- (/ 1.0 2.0)) mu) (- (- (- (/ 1.0 2.0)) mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))))
(check-sat)
