; Algorithm 1 loses at most epsilon
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (<= (+ (* 2.0 (ite (>= x 0.0) x (- x))) (* 2.0 (ite (>= u 0.0) u (- u)))) (* 1.0 (* 2.0 (* 2.0 (ite (>= u 0.0) u (- u))))))))
  (and (not (>= l u)) (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (<= (+ (* 2.0 (ite (>= x 0.0) x (- x))) (* 2.0 (ite (>= l 0.0) l (- l)))) (* 1.0 (* 2.0 (* 2.0 (ite (>= l 0.0) l (- l))))))))))
(check-sat)
(reset)

; rival of: Algorithm 1 loses at most epsilon
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (<= (+ (* 2.0 (ite (>= x 0.0) x (- x))) (* (/ 1.0 2.0) (* 2.0 (ite (>= u 0.0) u (- u))))) (* 1.0 (* 2.0 (* (/ 1.0 2.0) (* 2.0 (ite (>= u 0.0) u (- u)))))))))
  (and (not (>= l u)) (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (<= (+ (* 2.0 (ite (>= x 0.0) x (- x))) (* (/ 1.0 2.0) (* 2.0 (ite (>= l 0.0) l (- l))))) (* 1.0 (* 2.0 (* (/ 1.0 2.0) (* 2.0 (ite (>= l 0.0) l (- l)))))))))))
(check-sat)
(reset)

; and exactly epsilon at the end of larger absolute value
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (and (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (>= l u))
  (and (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (>= l u)) (not (= (* 2.0 (ite (>= u 0.0) u (- u))) (* 2.0 (ite (>= u 0.0) u (- u))))))
  (and (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (>= l u))
  (and (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (>= l u)) (not (= (* 2.0 (ite (>= l 0.0) l (- l))) (* 2.0 (ite (>= l 0.0) l (- l))))))))
(check-sat)
(reset)

; rival of: and exactly epsilon at the end of larger absolute value
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (= (* 2.0 (ite (>= x 0.0) x (- x))) (* 2.0 (ite (>= u 0.0) u (- u))))))
  (and (not (>= l u)) (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (= (* 2.0 (ite (>= x 0.0) x (- x))) (* 2.0 (ite (>= l 0.0) l (- l))))))))
(check-sat)
(reset)

; Algorithm 2 loses at most epsilon
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (not (<= (+ (* 2.0 (ite (>= (- x (* (/ 1.0 2.0) (+ l u))) 0.0) (- x (* (/ 1.0 2.0) (+ l u))) (- (- x (* (/ 1.0 2.0) (+ l u)))))) (- u l)) (* 1.0 (* 2.0 (- u l))))))))
(check-sat)
(reset)

; rival of: Algorithm 2 loses at most epsilon
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (not (<= (+ (* 2.0 (ite (>= x 0.0) x (- x))) (- u l)) (* 1.0 (* 2.0 (- u l))))))))
(check-sat)
(reset)

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
(reset)

; rival of: and exactly epsilon at either end: the sum's sensitivity is (u - l)/2
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (not (= (* 2.0 (ite (>= (- x (* (/ 1.0 2.0) (+ l u))) 0.0) (- x (* (/ 1.0 2.0) (+ l u))) (- (- x (* (/ 1.0 2.0) (+ l u)))))) (- u l))))))
(check-sat)
(reset)

; the shift never makes the noise larger: (u - l)/2 <= max(|l|, |u|)
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (<= (- u l) (* 2.0 (ite (>= u 0.0) u (- u))))))
  (and (not (>= l u)) (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (<= (- u l) (* 2.0 (ite (>= l 0.0) l (- l))))))))
(check-sat)
(reset)

; rival of: the shift never makes the noise larger: (u - l)/2 <= max(|l|, |u|)
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (< (- u l) (* 2.0 (ite (>= u 0.0) u (- u))))))
  (and (not (>= l u)) (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (< (- u l) (* 2.0 (ite (>= l 0.0) l (- l))))))))
(check-sat)
(reset)

; the bounded mean loses at most epsilon
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (not (<= (+ (* 2.0 (ite (>= (- x (* (/ 1.0 2.0) (+ l u))) 0.0) (- x (* (/ 1.0 2.0) (+ l u))) (- (- x (* (/ 1.0 2.0) (+ l u)))))) (- u l)) (* 1.0 (* 2.0 (- u l))))))))
(check-sat)
(reset)

; rival of: the bounded mean loses at most epsilon
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (or
  (>= l u)
  (and (not (>= l u)) (not (<= (+ (* 2.0 (ite (>= (- x (* (/ 1.0 2.0) (+ l u))) 0.0) (- x (* (/ 1.0 2.0) (+ l u))) (- (- x (* (/ 1.0 2.0) (+ l u)))))) (* (/ 1.0 2.0) (- u l))) (* 1.0 (* 2.0 (* (/ 1.0 2.0) (- u l)))))))))
(check-sat)
(reset)

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
(reset)

; rival of: Algorithm 3 moves by (x0, w - x0) of length w, in units of w
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (and (< l u) (>= x l) (<= x u)))
(assert (not (= (ite (>= (- x l) 0.0) (- x l) (- (- x l))) (- u l))))
(check-sat)
(reset)

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
(reset)

; rival of: the sized mean: replacing a record moves the sum by at most u - l, and the mean by the law's sensitivity
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(declare-const y Real)
(assert (and (< l u) (>= x l) (<= x u) (>= y l) (<= y u)))
(assert (not (<= (* 2.0 (ite (>= (- x y) 0.0) (- x y) (- (- x y)))) (- u l))))
(check-sat)
