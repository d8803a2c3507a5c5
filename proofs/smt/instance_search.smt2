; left <= mid < right, so a search ends
; negated: unsat proves it
(set-logic ALL)
(declare-const l Int)
(declare-const r Int)
(assert (< l r))
(assert (or
  (and (<= l (to_int (* (/ 1.0 2.0) (to_real (+ l r))))) (not (< (to_int (* (/ 1.0 2.0) (to_real (+ l r)))) r)))
  (not (<= l (to_int (* (/ 1.0 2.0) (to_real (+ l r))))))))
(check-sat)
(reset)

; rival of: left <= mid < right, so a search ends
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Int)
(declare-const r Int)
(assert (< l r))
(assert (not (< l (to_int (* (/ 1.0 2.0) (to_real (+ l r)))))))
(check-sat)
(reset)

; the left half has ceil(N/2) values, the right one no more
; negated: unsat proves it
(set-logic ALL)
(declare-const l Int)
(declare-const r Int)
(assert (< l r))
(assert (or
  (and (<= (* 2 (+ (- (to_int (* (/ 1.0 2.0) (to_real (+ l r)))) l) 1)) (+ (- r l) 2)) (>= (* 2 (+ (- (to_int (* (/ 1.0 2.0) (to_real (+ l r)))) l) 1)) (+ (- r l) 1)) (not (<= (- r (to_int (* (/ 1.0 2.0) (to_real (+ l r))))) (+ (- (to_int (* (/ 1.0 2.0) (to_real (+ l r)))) l) 1))))
  (and (<= (* 2 (+ (- (to_int (* (/ 1.0 2.0) (to_real (+ l r)))) l) 1)) (+ (- r l) 2)) (not (>= (* 2 (+ (- (to_int (* (/ 1.0 2.0) (to_real (+ l r)))) l) 1)) (+ (- r l) 1))))
  (not (<= (* 2 (+ (- (to_int (* (/ 1.0 2.0) (to_real (+ l r)))) l) 1)) (+ (- r l) 2)))))
(check-sat)
(reset)

; rival of: the left half has ceil(N/2) values, the right one no more
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const l Int)
(declare-const r Int)
(assert (< l r))
(assert (not (= (- r (to_int (* (/ 1.0 2.0) (to_real (+ l r))))) (+ (- (to_int (* (/ 1.0 2.0) (to_real (+ l r)))) l) 1))))
(check-sat)
(reset)

; the corrected search goes right: b = x_(m + ceil(tau)) is not passed
; negated: unsat proves it
(set-logic ALL)
(declare-const mid Int)
(declare-const b Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const g Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (<= b mid) (>= count g))
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (not (<= b mid)) (not (>= count g)))))
(assert (and (< (+ (to_real count) noise) 0.0) (not (<= (+ mid 1) b))))
(check-sat)
(reset)

; rival of: the corrected search goes right: b = x_(m + ceil(tau)) is not passed
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const mid Int)
(declare-const b Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const g Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (<= b mid) (>= count g))
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (not (<= b mid)) (not (>= count g)))))
(assert (not (<= (+ mid 1) b)))
(check-sat)
(reset)

; the corrected search goes left: a = x_(m - floor(tau)) is not passed
; negated: unsat proves it
(set-logic ALL)
(declare-const mid Int)
(declare-const a Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const f Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (<= (to_real f) tau) (< tau (to_real (+ f 1))) (<= a mid) (>= count (- f)))
  (and (<= noise tau) (<= (- noise) tau) (<= (to_real f) tau) (< tau (to_real (+ f 1))) (not (<= a mid)) (not (>= count (- f))))))
(assert (and (not (< (+ (to_real count) noise) 0.0)) (not (<= a mid))))
(check-sat)
(reset)

; rival of: the corrected search goes left: a = x_(m - floor(tau)) is not passed
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const mid Int)
(declare-const a Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const f Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (<= (to_real f) tau) (< tau (to_real (+ f 1))) (<= a mid) (>= count (- f)))
  (and (<= noise tau) (<= (- noise) tau) (<= (to_real f) tau) (< tau (to_real (+ f 1))) (not (<= a mid)) (not (>= count (- f))))))
(assert (not (<= a mid)))
(check-sat)
(reset)

; the printed search goes right: b = x_(m + floor(tau) + 1) is not passed
; negated: unsat proves it
(set-logic ALL)
(declare-const mid Int)
(declare-const b Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const f Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (<= (to_real f) tau) (< tau (to_real (+ f 1))) (<= b mid) (>= count (+ f 1)))
  (and (<= noise tau) (<= (- noise) tau) (<= (to_real f) tau) (< tau (to_real (+ f 1))) (not (<= b mid)) (not (>= count (+ f 1))))))
(assert (and (<= (+ (to_real count) noise) 0.0) (not (<= (+ mid 1) b))))
(check-sat)
(reset)

; rival of: the printed search goes right: b = x_(m + floor(tau) + 1) is not passed
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const mid Int)
(declare-const b Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const f Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (<= (to_real f) tau) (< tau (to_real (+ f 1))) (<= b mid) (>= count (+ f 1)))
  (and (<= noise tau) (<= (- noise) tau) (<= (to_real f) tau) (< tau (to_real (+ f 1))) (not (<= b mid)) (not (>= count (+ f 1))))))
(assert (not (<= (+ mid 1) b)))
(check-sat)
(reset)

; the printed search goes left: a = x_(m - ceil(tau) + 1) is not passed
; negated: unsat proves it
(set-logic ALL)
(declare-const mid Int)
(declare-const a Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const g Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (<= a mid) (>= count (- 1 g)))
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (not (<= a mid)) (not (>= count (- 1 g))))))
(assert (and (not (<= (+ (to_real count) noise) 0.0)) (not (<= a mid))))
(check-sat)
(reset)

; rival of: the printed search goes left: a = x_(m - ceil(tau) + 1) is not passed
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const mid Int)
(declare-const a Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const g Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (<= a mid) (>= count (- 1 g)))
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (not (<= a mid)) (not (>= count (- 1 g))))))
(assert (not (<= a mid)))
(check-sat)
(reset)

; noise strictly inside tau: the printed search too ends at most at x_(m + ceil(tau))
; negated: unsat proves it
(set-logic ALL)
(declare-const mid Int)
(declare-const b Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const g Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (> noise (- tau)) (<= b mid) (>= count g))
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (> noise (- tau)) (not (<= b mid)) (not (>= count g)))))
(assert (and (<= (+ (to_real count) noise) 0.0) (not (<= (+ mid 1) b))))
(check-sat)
(reset)

; rival of: noise strictly inside tau: the printed search too ends at most at x_(m + ceil(tau))
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const mid Int)
(declare-const b Int)
(declare-const count Int)
(declare-const noise Real)
(declare-const tau Real)
(declare-const g Int)
(assert (or
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (> noise (- tau)) (<= b mid) (>= count g))
  (and (<= noise tau) (<= (- noise) tau) (>= (to_real g) tau) (< (to_real g) (+ tau 1.0)) (> noise (- tau)) (not (<= b mid)) (not (>= count g)))))
(assert (not (<= (+ mid 1) b)))
(check-sat)
