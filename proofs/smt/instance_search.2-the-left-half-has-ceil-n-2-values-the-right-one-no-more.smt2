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
