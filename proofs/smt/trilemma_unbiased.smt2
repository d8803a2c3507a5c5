; clip(-x; -y - c, -y + c) = -clip(x; y - c, y + c)
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const c Real)
(assert (> c 0.0))
(assert (or
  (and (< (+ (- y) c) (- x)) (> (+ (- y) c) (- (- y) c)) (< (+ y c) x) (> (+ y c) (- y c)) (not (= (+ (- y) c) (- (+ y c)))))
  (and (< (+ (- y) c) (- x)) (> (+ (- y) c) (- (- y) c)) (< (+ y c) x) (not (> (+ y c) (- y c))) (not (= (+ (- y) c) (- (- y c)))))
  (and (< (+ (- y) c) (- x)) (> (+ (- y) c) (- (- y) c)) (not (< (+ y c) x)) (> x (- y c)) (not (= (+ (- y) c) (- x))))
  (and (< (+ (- y) c) (- x)) (> (+ (- y) c) (- (- y) c)) (not (< (+ y c) x)) (not (> x (- y c))) (not (= (+ (- y) c) (- (- y c)))))
  (and (< (+ (- y) c) (- x)) (not (> (+ (- y) c) (- (- y) c))) (< (+ y c) x) (> (+ y c) (- y c)) (not (= (- (- y) c) (- (+ y c)))))
  (and (< (+ (- y) c) (- x)) (not (> (+ (- y) c) (- (- y) c))) (< (+ y c) x) (not (> (+ y c) (- y c))) (not (= (- (- y) c) (- (- y c)))))
  (and (< (+ (- y) c) (- x)) (not (> (+ (- y) c) (- (- y) c))) (not (< (+ y c) x)) (> x (- y c)) (not (= (- (- y) c) (- x))))
  (and (< (+ (- y) c) (- x)) (not (> (+ (- y) c) (- (- y) c))) (not (< (+ y c) x)) (not (> x (- y c))) (not (= (- (- y) c) (- (- y c)))))
  (and (not (< (+ (- y) c) (- x))) (> (- x) (- (- y) c)) (< (+ y c) x) (> (+ y c) (- y c)) (not (= (- x) (- (+ y c)))))
  (and (not (< (+ (- y) c) (- x))) (> (- x) (- (- y) c)) (< (+ y c) x) (not (> (+ y c) (- y c))) (not (= (- x) (- (- y c)))))
  (and (not (< (+ (- y) c) (- x))) (> (- x) (- (- y) c)) (not (< (+ y c) x)) (> x (- y c)) (not (= (- x) (- x))))
  (and (not (< (+ (- y) c) (- x))) (> (- x) (- (- y) c)) (not (< (+ y c) x)) (not (> x (- y c))) (not (= (- x) (- (- y c)))))
  (and (not (< (+ (- y) c) (- x))) (not (> (- x) (- (- y) c))) (< (+ y c) x) (> (+ y c) (- y c)) (not (= (- (- y) c) (- (+ y c)))))
  (and (not (< (+ (- y) c) (- x))) (not (> (- x) (- (- y) c))) (< (+ y c) x) (not (> (+ y c) (- y c))) (not (= (- (- y) c) (- (- y c)))))
  (and (not (< (+ (- y) c) (- x))) (not (> (- x) (- (- y) c))) (not (< (+ y c) x)) (> x (- y c)) (not (= (- (- y) c) (- x))))
  (and (not (< (+ (- y) c) (- x))) (not (> (- x) (- (- y) c))) (not (< (+ y c) x)) (not (> x (- y c))) (not (= (- (- y) c) (- (- y c)))))))
(check-sat)
(reset)

; rival of: clip(-x; -y - c, -y + c) = -clip(x; y - c, y + c)
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(declare-const c Real)
(assert (> c 0.0))
(assert (or
  (and (< (+ y c) (- x)) (> (+ y c) (- y c)) (< (+ y c) x) (not (= (+ y c) (- (+ y c)))))
  (and (< (+ y c) (- x)) (> (+ y c) (- y c)) (not (< (+ y c) x)) (> x (- y c)) (not (= (+ y c) (- x))))
  (and (< (+ y c) (- x)) (> (+ y c) (- y c)) (not (< (+ y c) x)) (not (> x (- y c))) (not (= (+ y c) (- (- y c)))))
  (and (< (+ y c) (- x)) (not (> (+ y c) (- y c))) (< (+ y c) x) (not (= (- y c) (- (- y c)))))
  (and (< (+ y c) (- x)) (not (> (+ y c) (- y c))) (not (< (+ y c) x)) (> x (- y c)) (not (= (- y c) (- x))))
  (and (< (+ y c) (- x)) (not (> (+ y c) (- y c))) (not (< (+ y c) x)) (not (> x (- y c))) (not (= (- y c) (- (- y c)))))
  (and (not (< (+ y c) (- x))) (> (- x) (- y c)) (< (+ y c) x) (> (+ y c) (- y c)) (not (= (- x) (- (+ y c)))))
  (and (not (< (+ y c) (- x))) (> (- x) (- y c)) (< (+ y c) x) (not (> (+ y c) (- y c))) (not (= (- x) (- (- y c)))))
  (and (not (< (+ y c) (- x))) (> (- x) (- y c)) (not (< (+ y c) x)) (> x (- y c)) (not (= (- x) (- x))))
  (and (not (< (+ y c) (- x))) (> (- x) (- y c)) (not (< (+ y c) x)) (not (> x (- y c))) (not (= (- x) (- (- y c)))))
  (and (not (< (+ y c) (- x))) (not (> (- x) (- y c))) (< (+ y c) x) (> (+ y c) (- y c)) (not (= (- y c) (- (+ y c)))))
  (and (not (< (+ y c) (- x))) (not (> (- x) (- y c))) (< (+ y c) x) (not (> (+ y c) (- y c))) (not (= (- y c) (- (- y c)))))
  (and (not (< (+ y c) (- x))) (not (> (- x) (- y c))) (not (< (+ y c) x)) (> x (- y c)) (not (= (- y c) (- x))))
  (and (not (< (+ y c) (- x))) (not (> (- x) (- y c))) (not (< (+ y c) x)) (not (> x (- y c))) (not (= (- y c) (- (- y c)))))))
(check-sat)
(reset)

; T = 0: whole numbers only
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (or
  (and (< (- (+ x (to_real k)) (to_real (to_int (+ x (to_real k))))) (/ 1.0 2.0)) (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int (+ x (to_real k))) 0) 0) (+ (+ (+ (to_int x) 0) 0) k))))
  (and (< (- (+ x (to_real k)) (to_real (to_int (+ x (to_real k))))) (/ 1.0 2.0)) (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int (+ x (to_real k))) 0) 0) (+ (+ (+ (to_int x) 1) 0) k))))
  (and (not (< (- (+ x (to_real k)) (to_real (to_int (+ x (to_real k))))) (/ 1.0 2.0))) (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int (+ x (to_real k))) 1) 0) (+ (+ (+ (to_int x) 0) 0) k))))
  (and (not (< (- (+ x (to_real k)) (to_real (to_int (+ x (to_real k))))) (/ 1.0 2.0))) (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int (+ x (to_real k))) 1) 0) (+ (+ (+ (to_int x) 1) 0) k))))))
(check-sat)
(reset)

; rival of: T = 0: whole numbers only
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (or
  (and (< (- (+ x (to_real k)) (to_real (to_int (+ x (to_real k))))) (/ 1.0 2.0)) (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int (+ x (to_real k))) 0) 0) (+ (+ (to_int x) 0) 0))))
  (and (< (- (+ x (to_real k)) (to_real (to_int (+ x (to_real k))))) (/ 1.0 2.0)) (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int (+ x (to_real k))) 0) 0) (+ (+ (to_int x) 1) 0))))
  (and (not (< (- (+ x (to_real k)) (to_real (to_int (+ x (to_real k))))) (/ 1.0 2.0))) (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int (+ x (to_real k))) 1) 0) (+ (+ (to_int x) 0) 0))))
  (and (not (< (- (+ x (to_real k)) (to_real (to_int (+ x (to_real k))))) (/ 1.0 2.0))) (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int (+ x (to_real k))) 1) 0) (+ (+ (to_int x) 1) 0))))))
(check-sat)
(reset)

; T = 0: the centre is a whole number
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (or
  (and (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int x) 0) 0) (+ (+ (to_int x) 0) 0))))
  (and (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int x) 1) 0) (+ (+ (to_int x) 1) 0))))))
(check-sat)
(reset)

; rival of: T = 0: the centre is a whole number
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (>= (ite (>= x 0.0) x (- x)) 0.0))
(assert (or
  (and (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int x) 0) 0) 0)))
  (and (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int x) 1) 0) 0)))))
(check-sat)
(reset)

; T = 0: reflection, off the boundaries
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(assert (not (= (- x (to_real (to_int x))) (/ 1.0 2.0))))
(assert (or
  (and (< (- (- x) (to_real (to_int (- x)))) (/ 1.0 2.0)) (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int (- x)) 0) 0) (- (+ (+ (to_int x) 0) 0)))))
  (and (< (- (- x) (to_real (to_int (- x)))) (/ 1.0 2.0)) (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int (- x)) 0) 0) (- (+ (+ (to_int x) 1) 0)))))
  (and (not (< (- (- x) (to_real (to_int (- x)))) (/ 1.0 2.0))) (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int (- x)) 1) 0) (- (+ (+ (to_int x) 0) 0)))))
  (and (not (< (- (- x) (to_real (to_int (- x)))) (/ 1.0 2.0))) (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int (- x)) 1) 0) (- (+ (+ (to_int x) 1) 0)))))))
(check-sat)
(reset)

; rival of: T = 0: reflection, off the boundaries
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(assert (not (= (- x (to_real (to_int x))) (/ 1.0 2.0))))
(assert (or
  (and (< (- (- x) (to_real (to_int (- x)))) (/ 1.0 2.0)) (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int (- x)) 0) 0) (- 1 (+ (+ (to_int x) 0) 0)))))
  (and (< (- (- x) (to_real (to_int (- x)))) (/ 1.0 2.0)) (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int (- x)) 0) 0) (- 1 (+ (+ (to_int x) 1) 0)))))
  (and (not (< (- (- x) (to_real (to_int (- x)))) (/ 1.0 2.0))) (< (- x (to_real (to_int x))) (/ 1.0 2.0)) (not (= (+ (+ (to_int (- x)) 1) 0) (- 1 (+ (+ (to_int x) 0) 0)))))
  (and (not (< (- (- x) (to_real (to_int (- x)))) (/ 1.0 2.0))) (not (< (- x (to_real (to_int x))) (/ 1.0 2.0))) (not (= (+ (+ (to_int (- x)) 1) 0) (- 1 (+ (+ (to_int x) 1) 0)))))))
(check-sat)
