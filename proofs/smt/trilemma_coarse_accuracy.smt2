; records within 1/2 of the mean lie in the bins of mu - 1/2 and mu + 1/2
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(declare-const mu Real)
(assert (and (>= u 0.0) (< u 1.0) (< (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) (/ 1.0 2.0))))
(assert (or
  (and (< (- x (to_real (to_int x))) u) (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))))) (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))))))
  (and (< (- x (to_real (to_int x))) u) (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))))) (not (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))))))
  (and (< (- x (to_real (to_int x))) u) (not (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))))) (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))))))
  (and (< (- x (to_real (to_int x))) u) (not (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))))) (not (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))))))
  (and (not (< (- x (to_real (to_int x))) u)) (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))))) (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))))))
  (and (not (< (- x (to_real (to_int x))) u)) (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))))) (not (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))))))
  (and (not (< (- x (to_real (to_int x))) u)) (not (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))))) (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))))))
  (and (not (< (- x (to_real (to_int x))) u)) (not (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))))) (not (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))))))))
(check-sat)
(reset)

; rival of: records within 1/2 of the mean lie in the bins of mu - 1/2 and mu + 1/2
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(declare-const mu Real)
(assert (and (>= u 0.0) (< u 1.0) (< (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) (/ 1.0 2.0))))
(assert (or
  (and (< (- x (to_real (to_int x))) u) (< (- mu (to_real (to_int mu))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int mu) 0))))))
  (and (< (- x (to_real (to_int x))) u) (not (< (- mu (to_real (to_int mu))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int mu) 1))))))
  (and (not (< (- x (to_real (to_int x))) u)) (< (- mu (to_real (to_int mu))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int mu) 0))))))
  (and (not (< (- x (to_real (to_int x))) u)) (not (< (- mu (to_real (to_int mu))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int mu) 1))))))))
(check-sat)
(reset)

; which are neighbours, with centres in (mu - 1, mu + 1]
; negated: unsat proves it
(set-logic ALL)
(declare-const u Real)
(declare-const mu Real)
(assert (and (>= u 0.0) (< u 1.0)))
(assert (or
  (and (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u) (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u) (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))) 1.0)) (> (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))) (- mu 1.0)) (not (<= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))) (+ mu 1.0))))
  (and (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u) (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u) (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))) 1.0)) (not (> (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))) (- mu 1.0))))
  (and (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u) (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))) 1.0))))
  (and (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u) (not (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u)) (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))) 1.0)) (> (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))) (- mu 1.0)) (not (<= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))) (+ mu 1.0))))
  (and (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u) (not (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u)) (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))) 1.0)) (not (> (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))) (- mu 1.0))))
  (and (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u) (not (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))) 1.0))))
  (and (not (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u)) (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u) (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))) 1.0)) (> (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))) (- mu 1.0)) (not (<= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))) (+ mu 1.0))))
  (and (not (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u)) (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u) (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))) 1.0)) (not (> (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))) (- mu 1.0))))
  (and (not (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u)) (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 0))) 1.0))))
  (and (not (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u)) (not (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u)) (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))) 1.0)) (> (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))) (- mu 1.0)) (not (<= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))) (+ mu 1.0))))
  (and (not (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u)) (not (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u)) (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))) 1.0)) (not (> (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))) (- mu 1.0))))
  (and (not (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u)) (not (< (- (- mu (/ 1.0 2.0)) (to_real (to_int (- mu (/ 1.0 2.0))))) u)) (not (= (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))) (+ (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (- mu (/ 1.0 2.0))) 1))) 1.0))))))
(check-sat)
(reset)

; rival of: which are neighbours, with centres in (mu - 1, mu + 1]
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const u Real)
(declare-const mu Real)
(assert (and (>= u 0.0) (< u 1.0)))
(assert (or
  (and (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u) (not (< (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 0))) (+ mu 1.0))))
  (and (not (< (- (+ mu (/ 1.0 2.0)) (to_real (to_int (+ mu (/ 1.0 2.0))))) u)) (not (< (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int (+ mu (/ 1.0 2.0))) 1))) (+ mu 1.0))))))
(check-sat)
(reset)

; an answer is within 1/2 of a record
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(declare-const mu Real)
(assert (and (>= u 0.0) (< u 1.0)))
(assert (or
  (and (< (- x (to_real (to_int x))) u) (not (<= (ite (>= (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) mu) 0.0) (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) mu) (- (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) mu))) (+ (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) (/ 1.0 2.0)))))
  (and (not (< (- x (to_real (to_int x))) u)) (not (<= (ite (>= (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) mu) 0.0) (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) mu) (- (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) mu))) (+ (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) (/ 1.0 2.0)))))))
(check-sat)
(reset)

; rival of: an answer is within 1/2 of a record
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const u Real)
(declare-const mu Real)
(assert (and (>= u 0.0) (< u 1.0)))
(assert (or
  (and (< (- x (to_real (to_int x))) u) (not (<= (ite (>= (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) mu) 0.0) (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) mu) (- (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 0))) mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))
  (and (not (< (- x (to_real (to_int x))) u)) (not (<= (ite (>= (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) mu) 0.0) (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) mu) (- (- (+ (- u (/ 1.0 2.0)) (to_real (+ (to_int x) 1))) mu))) (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))))))))
(check-sat)
(reset)

; 7 n/8 in two bins: one has 7 n/16, each other bin n/8
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const r Real)
(declare-const n Real)
(assert (and (>= a 0.0) (>= b 0.0) (>= r 0.0) (<= (+ (+ a b) r) n) (>= (+ a b) (* (/ 7.0 8.0) n))))
(assert (or
  (and (> b a) (>= b (* (/ 7.0 16.0) n)) (not (<= r (* (/ 1.0 8.0) n))))
  (and (> b a) (not (>= b (* (/ 7.0 16.0) n))))
  (and (not (> b a)) (>= a (* (/ 7.0 16.0) n)) (not (<= r (* (/ 1.0 8.0) n))))
  (and (not (> b a)) (not (>= a (* (/ 7.0 16.0) n))))))
(check-sat)
(reset)

; rival of: 7 n/8 in two bins: one has 7 n/16, each other bin n/8
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const r Real)
(declare-const n Real)
(assert (and (>= a 0.0) (>= b 0.0) (>= r 0.0) (<= (+ (+ a b) r) n) (>= (+ a b) (* (/ 7.0 8.0) n))))
(assert (or
  (and (< b a) (not (>= b (* (/ 1.0 16.0) n))))
  (and (not (< b a)) (not (>= a (* (/ 1.0 16.0) n))))))
(check-sat)
(reset)

; then it is one of the two that wins: 5 n/16 > n/4
; negated: unsat proves it
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const r Real)
(declare-const n Real)
(declare-const z Real)
(assert (and (> n 0.0) (>= a (* (/ 7.0 16.0) n)) (>= z (* (/ 1.0 8.0) (- n))) (<= r (* (/ 1.0 8.0) n)) (<= b (* (/ 1.0 8.0) n))))
(assert (or
  (and (>= (+ a z) (* (/ 5.0 16.0) n)) (<= (+ r b) (* (/ 1.0 4.0) n)) (not (> (+ a z) (+ r b))))
  (and (>= (+ a z) (* (/ 5.0 16.0) n)) (not (<= (+ r b) (* (/ 1.0 4.0) n))))
  (not (>= (+ a z) (* (/ 5.0 16.0) n)))))
(check-sat)
(reset)

; rival of: then it is one of the two that wins: 5 n/16 > n/4
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const r Real)
(declare-const n Real)
(declare-const z Real)
(assert (and (> n 0.0) (>= a (* (/ 7.0 16.0) n)) (>= z (* (/ 1.0 8.0) (- n))) (<= r (* (/ 1.0 8.0) n)) (<= b (* (/ 1.0 8.0) n))))
(assert (not (> (+ a z) (* (/ 5.0 16.0) n))))
(check-sat)
(reset)

; the largest is at most the sum
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (and (>= x 0.0) (>= y 0.0)))
(assert (or
  (and (> y x) (not (<= y (+ x y))))
  (and (not (> y x)) (not (<= x (+ x y))))))
(check-sat)
(reset)

; rival of: the largest is at most the sum
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (and (>= x 0.0) (>= y 0.0)))
(assert (or
  (and (> y x) (not (< y (+ x y))))
  (and (not (> y x)) (not (< x (+ x y))))))
(check-sat)
