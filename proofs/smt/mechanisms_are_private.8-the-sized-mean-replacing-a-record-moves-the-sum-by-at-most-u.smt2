; the sized mean: replacing a record moves the sum by at most u - l, and the mean by the law's sensitivity
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(declare-const y Real)
(assert (and (< l u) (>= x l) (<= x u) (>= y l) (<= y u)))
(assert (or
  (and (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (- u l)) (>= l u))
  (and (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (- u l)) (not (>= l u)) (not (= (* 3.0 (* (/ 1.0 3.0) (- u l))) (- u l))))
  (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (- u l)))))
(check-sat)
