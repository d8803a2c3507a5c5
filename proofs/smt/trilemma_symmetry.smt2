; a record lies in the bin whose centre is at most 1/2 below and less than 1/2 above
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(assert (and (>= u 0.0) (< u 1.0)))
(assert (or
  (and (< (- x (to_real (to_int x))) u) (<= (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (/ 1.0 2.0)) x) (not (< x (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (/ 1.0 2.0)))))
  (and (< (- x (to_real (to_int x))) u) (not (<= (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (/ 1.0 2.0)) x)))
  (and (not (< (- x (to_real (to_int x))) u)) (<= (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (/ 1.0 2.0)) x) (not (< x (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (/ 1.0 2.0)))))
  (and (not (< (- x (to_real (to_int x))) u)) (not (<= (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (/ 1.0 2.0)) x)))))
(check-sat)
(reset)

; rival of: a record lies in the bin whose centre is at most 1/2 below and less than 1/2 above
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(assert (and (>= u 0.0) (< u 1.0)))
(assert (or
  (and (< (- x (to_real (to_int x))) u) (not (< (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (/ 1.0 2.0)) x)))
  (and (not (< (- x (to_real (to_int x))) u)) (not (< (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (/ 1.0 2.0)) x)))))
(check-sat)
(reset)

; x + c, U + c mod 1: the centre moves by c
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(declare-const c Real)
(assert (and (>= u 0.0) (< u 1.0)))
(assert (or
  (and (< (- (+ x c) (to_real (to_int (+ x c)))) (- (+ u c) (to_real (to_int (+ u c))))) (< (- x (to_real (to_int x))) u) (= (+ (- (- (+ u c) (to_real (to_int (+ u c)))) (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) c)) (>= (- (+ u c) (to_real (to_int (+ u c)))) 0.0) (not (< (- (+ u c) (to_real (to_int (+ u c)))) 1.0)))
  (and (< (- (+ x c) (to_real (to_int (+ x c)))) (- (+ u c) (to_real (to_int (+ u c))))) (< (- x (to_real (to_int x))) u) (= (+ (- (- (+ u c) (to_real (to_int (+ u c)))) (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) c)) (not (>= (- (+ u c) (to_real (to_int (+ u c)))) 0.0)))
  (and (< (- (+ x c) (to_real (to_int (+ x c)))) (- (+ u c) (to_real (to_int (+ u c))))) (< (- x (to_real (to_int x))) u) (not (= (+ (- (- (+ u c) (to_real (to_int (+ u c)))) (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) c))))
  (and (< (- (+ x c) (to_real (to_int (+ x c)))) (- (+ u c) (to_real (to_int (+ u c))))) (not (< (- x (to_real (to_int x))) u)) (= (+ (- (- (+ u c) (to_real (to_int (+ u c)))) (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) c)) (>= (- (+ u c) (to_real (to_int (+ u c)))) 0.0) (not (< (- (+ u c) (to_real (to_int (+ u c)))) 1.0)))
  (and (< (- (+ x c) (to_real (to_int (+ x c)))) (- (+ u c) (to_real (to_int (+ u c))))) (not (< (- x (to_real (to_int x))) u)) (= (+ (- (- (+ u c) (to_real (to_int (+ u c)))) (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) c)) (not (>= (- (+ u c) (to_real (to_int (+ u c)))) 0.0)))
  (and (< (- (+ x c) (to_real (to_int (+ x c)))) (- (+ u c) (to_real (to_int (+ u c))))) (not (< (- x (to_real (to_int x))) u)) (not (= (+ (- (- (+ u c) (to_real (to_int (+ u c)))) (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) c))))
  (and (not (< (- (+ x c) (to_real (to_int (+ x c)))) (- (+ u c) (to_real (to_int (+ u c)))))) (< (- x (to_real (to_int x))) u) (= (+ (- (- (+ u c) (to_real (to_int (+ u c)))) (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) c)) (>= (- (+ u c) (to_real (to_int (+ u c)))) 0.0) (not (< (- (+ u c) (to_real (to_int (+ u c)))) 1.0)))
  (and (not (< (- (+ x c) (to_real (to_int (+ x c)))) (- (+ u c) (to_real (to_int (+ u c)))))) (< (- x (to_real (to_int x))) u) (= (+ (- (- (+ u c) (to_real (to_int (+ u c)))) (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) c)) (not (>= (- (+ u c) (to_real (to_int (+ u c)))) 0.0)))
  (and (not (< (- (+ x c) (to_real (to_int (+ x c)))) (- (+ u c) (to_real (to_int (+ u c)))))) (< (- x (to_real (to_int x))) u) (not (= (+ (- (- (+ u c) (to_real (to_int (+ u c)))) (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) c))))
  (and (not (< (- (+ x c) (to_real (to_int (+ x c)))) (- (+ u c) (to_real (to_int (+ u c)))))) (not (< (- x (to_real (to_int x))) u)) (= (+ (- (- (+ u c) (to_real (to_int (+ u c)))) (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) c)) (>= (- (+ u c) (to_real (to_int (+ u c)))) 0.0) (not (< (- (+ u c) (to_real (to_int (+ u c)))) 1.0)))
  (and (not (< (- (+ x c) (to_real (to_int (+ x c)))) (- (+ u c) (to_real (to_int (+ u c)))))) (not (< (- x (to_real (to_int x))) u)) (= (+ (- (- (+ u c) (to_real (to_int (+ u c)))) (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) c)) (not (>= (- (+ u c) (to_real (to_int (+ u c)))) 0.0)))
  (and (not (< (- (+ x c) (to_real (to_int (+ x c)))) (- (+ u c) (to_real (to_int (+ u c)))))) (not (< (- x (to_real (to_int x))) u)) (not (= (+ (- (- (+ u c) (to_real (to_int (+ u c)))) (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) c))))))
(check-sat)
(reset)

; rival of: x + c, U + c mod 1: the centre moves by c
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(declare-const c Real)
(assert (and (>= u 0.0) (< u 1.0)))
(assert (or
  (and (< (- (+ x c) (to_real (to_int (+ x c)))) u) (< (- x (to_real (to_int x))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) c))))
  (and (< (- (+ x c) (to_real (to_int (+ x c)))) u) (not (< (- x (to_real (to_int x))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) c))))
  (and (not (< (- (+ x c) (to_real (to_int (+ x c)))) u)) (< (- x (to_real (to_int x))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) c))))
  (and (not (< (- (+ x c) (to_real (to_int (+ x c)))) u)) (not (< (- x (to_real (to_int x))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ x c)) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) c))))))
(check-sat)
(reset)

; -x, 1 - U: the centre changes its sign, off the boundaries
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(assert (and (> u 0.0) (< u 1.0) (not (= (- x (to_real (to_int x))) u))))
(assert (or
  (and (< (- (- x) (to_real (to_int (- x)))) (- 1.0 u)) (< (- x (to_real (to_int x))) u) (not (= (+ (- (- 1.0 u) (/ 1.0 2.0)) (to_real (+ (to_int (- x)) 0))) (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0)))))))
  (and (< (- (- x) (to_real (to_int (- x)))) (- 1.0 u)) (not (< (- x (to_real (to_int x))) u)) (not (= (+ (- (- 1.0 u) (/ 1.0 2.0)) (to_real (+ (to_int (- x)) 0))) (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1)))))))
  (and (not (< (- (- x) (to_real (to_int (- x)))) (- 1.0 u))) (< (- x (to_real (to_int x))) u) (not (= (+ (- (- 1.0 u) (/ 1.0 2.0)) (to_real (+ (to_int (- x)) 1))) (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0)))))))
  (and (not (< (- (- x) (to_real (to_int (- x)))) (- 1.0 u))) (not (< (- x (to_real (to_int x))) u)) (not (= (+ (- (- 1.0 u) (/ 1.0 2.0)) (to_real (+ (to_int (- x)) 1))) (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1)))))))))
(check-sat)
(reset)

; rival of: -x, 1 - U: the centre changes its sign, off the boundaries
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(assert (and (> u 0.0) (< u 1.0) (not (= (- x (to_real (to_int x))) u))))
(assert (or
  (and (< (- (- x) (to_real (to_int (- x)))) (- 1.0 u)) (< (- x (to_real (to_int x))) u) (not (= (+ (- (- 1.0 u) (/ 1.0 2.0)) (to_real (+ (to_int (- x)) 0))) (- 1.0 (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0)))))))
  (and (< (- (- x) (to_real (to_int (- x)))) (- 1.0 u)) (not (< (- x (to_real (to_int x))) u)) (not (= (+ (- (- 1.0 u) (/ 1.0 2.0)) (to_real (+ (to_int (- x)) 0))) (- 1.0 (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1)))))))
  (and (not (< (- (- x) (to_real (to_int (- x)))) (- 1.0 u))) (< (- x (to_real (to_int x))) u) (not (= (+ (- (- 1.0 u) (/ 1.0 2.0)) (to_real (+ (to_int (- x)) 1))) (- 1.0 (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0)))))))
  (and (not (< (- (- x) (to_real (to_int (- x)))) (- 1.0 u))) (not (< (- x (to_real (to_int x))) u)) (not (= (+ (- (- 1.0 u) (/ 1.0 2.0)) (to_real (+ (to_int (- x)) 1))) (- 1.0 (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1)))))))))
(check-sat)
