; rival of: a good answer: clipping takes away what is farther than c - sigma from the mean
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const mu Real)
(declare-const c Real)
(declare-const s Real)
(assert (and (> c s) (>= s 0.0) (<= (ite (>= (- y mu) 0.0) (- y mu) (- (- y mu))) s)))
(assert (or
  (and (< (+ y c) x) (> (+ y c) (- y c)) (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0) (not (<= (ite (>= (- (+ y c) x) 0.0) (- (+ y c) x) (- (- (+ y c) x))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (< (+ y c) x) (> (+ y c) (- y c)) (not (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0)) (not (<= (ite (>= (- (+ y c) x) 0.0) (- (+ y c) x) (- (- (+ y c) x))) 0.0)))
  (and (< (+ y c) x) (not (> (+ y c) (- y c))) (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0) (not (<= (ite (>= (- (- y c) x) 0.0) (- (- y c) x) (- (- (- y c) x))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (< (+ y c) x) (not (> (+ y c) (- y c))) (not (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0)) (not (<= (ite (>= (- (- y c) x) 0.0) (- (- y c) x) (- (- (- y c) x))) 0.0)))
  (and (not (< (+ y c) x)) (> x (- y c)) (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0) (not (<= (ite (>= (- x x) 0.0) (- x x) (- (- x x))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (not (< (+ y c) x)) (> x (- y c)) (not (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0)) (not (<= (ite (>= (- x x) 0.0) (- x x) (- (- x x))) 0.0)))
  (and (not (< (+ y c) x)) (not (> x (- y c))) (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0) (not (<= (ite (>= (- (- y c) x) 0.0) (- (- y c) x) (- (- (- y c) x))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (not (< (+ y c) x)) (not (> x (- y c))) (not (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0)) (not (<= (ite (>= (- (- y c) x) 0.0) (- (- y c) x) (- (- (- y c) x))) 0.0)))))
(check-sat)
