; a clipped record lies in the bounds
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (< l u))
(assert (or
  (and (< u x) (> u l) (>= u l) (not (<= u u)))
  (and (< u x) (> u l) (not (>= u l)))
  (and (< u x) (not (> u l)) (>= l l) (not (<= l u)))
  (and (< u x) (not (> u l)) (not (>= l l)))
  (and (not (< u x)) (> x l) (>= x l) (not (<= x u)))
  (and (not (< u x)) (> x l) (not (>= x l)))
  (and (not (< u x)) (not (> x l)) (>= l l) (not (<= l u)))
  (and (not (< u x)) (not (> x l)) (not (>= l l)))))
(check-sat)
(reset)

; rival of: a clipped record lies in the bounds
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(assert (< l u))
(assert (or
  (and (< u x) (not (>= u l)))
  (and (not (< u x)) (not (>= x l)))))
(check-sat)
(reset)

; one record more changes a sum by at most its sensitivity for one record
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(declare-const y Real)
(assert (and (< l u) (>= x l) (<= x u) (>= y l) (<= y u)))
(assert (or
  (and (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (<= (ite (>= x 0.0) x (- x)) (* 1.0 (ite (>= u 0.0) u (- u))))))
  (and (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (<= (ite (>= x 0.0) x (- x)) (* 1.0 (ite (>= l 0.0) l (- l))))))))
(check-sat)
(reset)

; rival of: one record more changes a sum by at most its sensitivity for one record
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(declare-const y Real)
(assert (and (< l u) (>= x l) (<= x u) (>= y l) (<= y u)))
(assert (not (<= (ite (>= x 0.0) x (- x)) (* 1.0 (- u l)))))
(check-sat)
(reset)

; and by as much for a record at a bound
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(assert (< l u))
(assert (or
  (and (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (= (ite (>= l 0.0) l (- l)) (* 1.0 (ite (>= u 0.0) u (- u))))) (not (= (ite (>= u 0.0) u (- u)) (* 1.0 (ite (>= u 0.0) u (- u))))))
  (and (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (= (ite (>= l 0.0) l (- l)) (* 1.0 (ite (>= l 0.0) l (- l))))) (not (= (ite (>= u 0.0) u (- u)) (* 1.0 (ite (>= l 0.0) l (- l))))))))
(check-sat)
(reset)

; rival of: and by as much for a record at a bound
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(assert (< l u))
(assert (or
  (and (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (= (ite (>= u 0.0) u (- u)) (* 1.0 (ite (>= u 0.0) u (- u))))))
  (and (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (= (ite (>= u 0.0) u (- u)) (* 1.0 (ite (>= l 0.0) l (- l))))))))
(check-sat)
(reset)

; a record more changes the sum by at most that more than the other records of its user
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(declare-const y Real)
(declare-const t Real)
(declare-const m Real)
(assert (and (< l u) (>= x l) (<= x u) (>= y l) (<= y u) (<= (ite (>= t 0.0) t (- t)) m)))
(assert (or
  (and (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (<= (ite (>= (+ t x) 0.0) (+ t x) (- (+ t x))) (+ m (ite (>= u 0.0) u (- u))))))
  (and (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (<= (ite (>= (+ t x) 0.0) (+ t x) (- (+ t x))) (+ m (ite (>= l 0.0) l (- l))))))))
(check-sat)
(reset)

; rival of: a record more changes the sum by at most that more than the other records of its user
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(declare-const y Real)
(declare-const t Real)
(declare-const m Real)
(assert (and (< l u) (>= x l) (<= x u) (>= y l) (<= y u) (<= (ite (>= t 0.0) t (- t)) m)))
(assert (not (<= (ite (>= (+ t x) 0.0) (+ t x) (- (+ t x))) m)))
(check-sat)
(reset)

; one record replaced changes a sum by at most its sensitivity for one record
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(declare-const y Real)
(assert (and (< l u) (>= x l) (<= x u) (>= y l) (<= y u)))
(assert (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (* 1.0 (- u l)))))
(check-sat)
(reset)

; rival of: one record replaced changes a sum by at most its sensitivity for one record
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(declare-const y Real)
(assert (and (< l u) (>= x l) (<= x u) (>= y l) (<= y u)))
(assert (or
  (and (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (* 1.0 (ite (>= u 0.0) u (- u))))))
  (and (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (<= (ite (>= (- x y) 0.0) (- x y) (- (- x y))) (* 1.0 (ite (>= l 0.0) l (- l))))))))
(check-sat)
(reset)

; a record replaced changes the sum by at most that more than the other records of its user
; negated: unsat proves it
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(declare-const y Real)
(declare-const t Real)
(declare-const m Real)
(assert (and (< l u) (>= x l) (<= x u) (>= y l) (<= y u) (<= (ite (>= t 0.0) t (- t)) m)))
(assert (not (<= (ite (>= (- (+ t x) y) 0.0) (- (+ t x) y) (- (- (+ t x) y))) (+ m (- u l)))))
(check-sat)
(reset)

; rival of: a record replaced changes the sum by at most that more than the other records of its user
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Real)
(declare-const u Real)
(declare-const x Real)
(declare-const y Real)
(declare-const t Real)
(declare-const m Real)
(assert (and (< l u) (>= x l) (<= x u) (>= y l) (<= y u) (<= (ite (>= t 0.0) t (- t)) m)))
(assert (or
  (and (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l))) (not (<= (ite (>= (- (+ t x) y) 0.0) (- (+ t x) y) (- (- (+ t x) y))) (+ m (ite (>= u 0.0) u (- u))))))
  (and (not (> (ite (>= u 0.0) u (- u)) (ite (>= l 0.0) l (- l)))) (not (<= (ite (>= (- (+ t x) y) 0.0) (- (+ t x) y) (- (- (+ t x) y))) (+ m (ite (>= l 0.0) l (- l))))))))
(check-sat)
(reset)

; a user with one record more, there or missing, changes a count by at most one more
; negated: unsat proves it
(set-logic ALL)
(declare-const k Int)
(declare-const t Int)
(declare-const i Int)
(declare-const j Int)
(assert (and (>= k 0) (<= (ite (>= t 0) t (- t)) (* 1 k)) (>= i 0) (<= i 1) (>= j 0) (<= j 1)))
(assert (not (<= (ite (>= (- (+ t i) j) 0) (- (+ t i) j) (- (- (+ t i) j))) (* 1 (+ k 1)))))
(check-sat)
(reset)

; rival of: a user with one record more, there or missing, changes a count by at most one more
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const k Int)
(declare-const t Int)
(declare-const i Int)
(declare-const j Int)
(assert (and (>= k 0) (<= (ite (>= t 0) t (- t)) (* 1 k)) (>= i 0) (<= i 1) (>= j 0) (<= j 1)))
(assert (not (<= (ite (>= (- (+ t i) j) 0) (- (+ t i) j) (- (- (+ t i) j))) (* 1 k))))
(check-sat)
(reset)

; a record rounded to the nearest whole number of units stays in bounds that are such
; negated: unsat proves it
(set-logic ALL)
(declare-const a Int)
(declare-const b Int)
(declare-const r Int)
(declare-const x Real)
(assert (and (>= x (to_real a)) (<= x (to_real b)) (<= (* 2.0 (- x (to_real r))) 1.0) (<= (* 2.0 (- (to_real r) x)) 1.0)))
(assert (or
  (and (>= r a) (not (<= r b)))
  (not (>= r a))))
(check-sat)
(reset)

; rival of: a record rounded to the nearest whole number of units stays in bounds that are such
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Int)
(declare-const b Int)
(declare-const r Int)
(declare-const x Real)
(assert (and (>= x (to_real a)) (<= x (to_real b)) (<= (* 2.0 (- x (to_real r))) 1.0) (<= (* 2.0 (- (to_real r) x)) 1.0)))
(assert (not (>= (to_real r) x)))
(check-sat)
