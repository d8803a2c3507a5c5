; clipping at c beyond [a, b] leaves less than clipping at c from the mean
; negated: unsat proves it
(set-logic ALL)
(declare-const x Real)
(declare-const a Real)
(declare-const b Real)
(declare-const mu Real)
(declare-const c Real)
(assert (and (<= a mu) (<= mu b) (>= c 0.0)))
(assert (or
  (and (> (- a c) x) (< (+ b c) (- a c)) (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0) (not (<= (ite (>= (- x (+ b c)) 0.0) (- x (+ b c)) (- (- x (+ b c)))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (> (- a c) x) (< (+ b c) (- a c)) (not (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0)) (not (<= (ite (>= (- x (+ b c)) 0.0) (- x (+ b c)) (- (- x (+ b c)))) 0.0)))
  (and (> (- a c) x) (not (< (+ b c) (- a c))) (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0) (not (<= (ite (>= (- x (- a c)) 0.0) (- x (- a c)) (- (- x (- a c)))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (> (- a c) x) (not (< (+ b c) (- a c))) (not (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0)) (not (<= (ite (>= (- x (- a c)) 0.0) (- x (- a c)) (- (- x (- a c)))) 0.0)))
  (and (not (> (- a c) x)) (< (+ b c) x) (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0) (not (<= (ite (>= (- x (+ b c)) 0.0) (- x (+ b c)) (- (- x (+ b c)))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (not (> (- a c) x)) (< (+ b c) x) (not (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0)) (not (<= (ite (>= (- x (+ b c)) 0.0) (- x (+ b c)) (- (- x (+ b c)))) 0.0)))
  (and (not (> (- a c) x)) (not (< (+ b c) x)) (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0) (not (<= (ite (>= (- x x) 0.0) (- x x) (- (- x x))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (not (> (- a c) x)) (not (< (+ b c) x)) (not (> (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c) 0.0)) (not (<= (ite (>= (- x x) 0.0) (- x x) (- (- x x))) 0.0)))))
(check-sat)
(reset)

; rival of: clipping at c beyond [a, b] leaves less than clipping at c from the mean
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const a Real)
(declare-const b Real)
(declare-const mu Real)
(declare-const c Real)
(assert (and (<= a mu) (<= mu b) (>= c 0.0)))
(assert (or
  (and (> (- a c) x) (< (+ b c) (- a c)) (not (< (ite (>= (- x (+ b c)) 0.0) (- x (+ b c)) (- (- x (+ b c)))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (> (- a c) x) (not (< (+ b c) (- a c))) (not (< (ite (>= (- x (- a c)) 0.0) (- x (- a c)) (- (- x (- a c)))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (not (> (- a c) x)) (< (+ b c) x) (not (< (ite (>= (- x (+ b c)) 0.0) (- x (+ b c)) (- (- x (+ b c)))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))
  (and (not (> (- a c) x)) (not (< (+ b c) x)) (not (< (ite (>= (- x x) 0.0) (- x x) (- (- x x))) (- (ite (>= (- x mu) 0.0) (- x mu) (- (- x mu))) c))))))
(check-sat)
(reset)

; which leaves max{0, |x - mu| - c}
; negated: unsat proves it
(set-logic ALL)
(declare-const t Real)
(declare-const c Real)
(assert (>= c 0.0))
(assert (or
  (and (> (- c) t) (< c (- c)) (> (- (ite (>= t 0.0) t (- t)) c) 0.0) (not (= (ite (>= (- t c) 0.0) (- t c) (- (- t c))) (- (ite (>= t 0.0) t (- t)) c))))
  (and (> (- c) t) (< c (- c)) (not (> (- (ite (>= t 0.0) t (- t)) c) 0.0)) (not (= (ite (>= (- t c) 0.0) (- t c) (- (- t c))) 0.0)))
  (and (> (- c) t) (not (< c (- c))) (> (- (ite (>= t 0.0) t (- t)) c) 0.0) (not (= (ite (>= (- t (- c)) 0.0) (- t (- c)) (- (- t (- c)))) (- (ite (>= t 0.0) t (- t)) c))))
  (and (> (- c) t) (not (< c (- c))) (not (> (- (ite (>= t 0.0) t (- t)) c) 0.0)) (not (= (ite (>= (- t (- c)) 0.0) (- t (- c)) (- (- t (- c)))) 0.0)))
  (and (not (> (- c) t)) (< c t) (> (- (ite (>= t 0.0) t (- t)) c) 0.0) (not (= (ite (>= (- t c) 0.0) (- t c) (- (- t c))) (- (ite (>= t 0.0) t (- t)) c))))
  (and (not (> (- c) t)) (< c t) (not (> (- (ite (>= t 0.0) t (- t)) c) 0.0)) (not (= (ite (>= (- t c) 0.0) (- t c) (- (- t c))) 0.0)))
  (and (not (> (- c) t)) (not (< c t)) (> (- (ite (>= t 0.0) t (- t)) c) 0.0) (not (= (ite (>= (- t t) 0.0) (- t t) (- (- t t))) (- (ite (>= t 0.0) t (- t)) c))))
  (and (not (> (- c) t)) (not (< c t)) (not (> (- (ite (>= t 0.0) t (- t)) c) 0.0)) (not (= (ite (>= (- t t) 0.0) (- t t) (- (- t t))) 0.0)))))
(check-sat)
(reset)

; rival of: which leaves max{0, |x - mu| - c}
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const t Real)
(declare-const c Real)
(assert (>= c 0.0))
(assert (or
  (and (> (- c) t) (< c (- c)) (not (= (ite (>= (- t c) 0.0) (- t c) (- (- t c))) (- (ite (>= t 0.0) t (- t)) c))))
  (and (> (- c) t) (not (< c (- c))) (not (= (ite (>= (- t (- c)) 0.0) (- t (- c)) (- (- t (- c)))) (- (ite (>= t 0.0) t (- t)) c))))
  (and (not (> (- c) t)) (< c t) (not (= (ite (>= (- t c) 0.0) (- t c) (- (- t c))) (- (ite (>= t 0.0) t (- t)) c))))
  (and (not (> (- c) t)) (not (< c t)) (not (= (ite (>= (- t t) 0.0) (- t t) (- (- t t))) (- (ite (>= t 0.0) t (- t)) c))))))
(check-sat)
(reset)

; composition: P(U, V in S) <= P(U, V' in S) + delta, by total variation given U, and P(U, V' in S) <= e^eps P(U', V' in S), given V'
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const r Real)
(declare-const d Real)
(assert (and (<= p (+ q d)) (<= q r)))
(assert (not (<= p (+ r d))))
(check-sat)
(reset)

; rival of: composition: P(U, V in S) <= P(U, V' in S) + delta, by total variation given U, and P(U, V' in S) <= e^eps P(U', V' in S), given V'
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const r Real)
(declare-const d Real)
(assert (and (<= p (+ q d)) (<= q r)))
(assert (not (<= p r)))
(check-sat)
