; rival of: clipping at c beyond [a, b] leaves less than clipping at c from the mean
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const a Real)
(declare-const b Real)
(declare-const mu Real)
(declare-const c Real)
(assert (and (<= a mu) (<= mu b) (>= c 0.0)))
(assert (or
  (and (> (- a c) x) (< (+ b c) (- a c)) (not (< (ite (>= (- x (+ b c)) 0.0) (- x (+ b c)) (- (- x (+ b c)))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (> (- a c) x) (not (< (+ b c) (- a c))) (not (< (ite (>= (- x (- a c)) 0.0) (- x (- a c)) (- (- x (- a c)))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (not (> (- a c) x)) (< (+ b c) x) (not (< (ite (>= (- x (+ b c)) 0.0) (- x (+ b c)) (- (- x (+ b c)))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (not (> (- a c) x)) (not (< (+ b c) x)) (not (< (ite (>= (- x x) 0.0) (- x x) (- (- x x))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))))
(check-sat)
