; and exactly epsilon at either end: the sum's sensitivity is (u - l)/2
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (= (* 2.0 (ite (>= (- u (* (/ 1.0 2.0) (+ l u))) 0.0) (- u (* (/ 1.0 2.0) (+ l u))) (- (- u (* (/ 1.0 2.0) (+ l u)))))) (- u l)) (not (= (* 2.0 (ite (>= (- l (* (/ 1.0 2.0) (+ l u))) 0.0) (- l (* (/ 1.0 2.0) (+ l u))) (- (- l (* (/ 1.0 2.0) (+ l u)))))) (- u l))))
  (and (not (>= l u)) (not (= (* 2.0 (ite (>= (- u (* (/ 1.0 2.0) (+ l u))) 0.0) (- u (* (/ 1.0 2.0) (+ l u))) (- (- u (* (/ 1.0 2.0) (+ l u)))))) (- u l))))))
(check-sat)
