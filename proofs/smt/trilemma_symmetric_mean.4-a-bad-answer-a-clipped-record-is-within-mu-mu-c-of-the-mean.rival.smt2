; rival of: a bad answer: a clipped record is within |mu~ - mu| + c of the mean
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const mu Real)
(declare-const c Real)
(assert (> c 0.0))
(assert (or
  (and (< (+ y c) x) (> (+ y c) (- y c)) (not (<= (ite (>= (- (+ y c) mu) 0.0) (- (+ y c) mu) (- (- (+ y c) mu))) (ite (>= (- y mu) 0.0) (- y mu) (- (- y mu))))))
  (and (< (+ y c) x) (not (> (+ y c) (- y c))) (not (<= (ite (>= (- (- y c) mu) 0.0) (- (- y c) mu) (- (- (- y c) mu))) (ite (>= (- y mu) 0.0) (- y mu) (- (- y mu))))))
  (and (not (< (+ y c) x)) (> x (- y c)) (not (<= (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) (ite (>= (- y mu) 0.0) (- y mu) (- (- y mu))))))
  (and (not (< (+ y c) x)) (not (> x (- y c))) (not (<= (ite (>= (- (- y c) mu) 0.0) (- (- y c) mu) (- (- (- y c) mu))) (ite (>= (- y mu) 0.0) (- y mu) (- (- y mu))))))))
(check-sat)
