; Algorithm 3 moves by (x0, w - x0) of length w, in units of w
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (and (= (+ (ite (>= (- x l) 0.0) (- x l) (- (- x l))) (ite (>= (- (- u l) (- x l)) 0.0) (- (- u l) (- x l)) (- (- (- u l) (- x l))))) (- u l)) (>= (- x l) 0.0) (not (<= (- x l) (- u l))))
  (and (= (+ (ite (>= (- x l) 0.0) (- x l) (- (- x l))) (ite (>= (- (- u l) (- x l)) 0.0) (- (- u l) (- x l)) (- (- (- u l) (- x l))))) (- u l)) (not (>= (- x l) 0.0)))
  (not (= (+ (ite (>= (- x l) 0.0) (- x l) (- (- x l))) (ite (>= (- (- u l) (- x l)) 0.0) (- (- u l) (- x l)) (- (- (- u l) (- x l))))) (- u l)))))
(check-sat)
