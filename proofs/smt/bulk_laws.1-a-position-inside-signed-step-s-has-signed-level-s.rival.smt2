; rival of: a position inside signed step s has signed level s
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Int)
(declare-const g Real)
(assert (or
  (and (> g 0.0) (<= g 1.0) (= s 0) (< (- (* 1.0 g)) x) (< x (+ (- (* 1.0 g)) (* 2.0 g))))
  (and (> g 0.0) (<= g 1.0) (not (= s 0)) (> s 0) (< (* 1.0 (+ g (to_real (- s 1)))) x) (< x (+ (* 1.0 (+ g (to_real (- s 1)))) 1.0)))
  (and (> g 0.0) (<= g 1.0) (not (= s 0)) (not (> s 0)) (< (* 1.0 (- (to_real s) g)) x) (< x (+ (* 1.0 (- (to_real s) g)) 1.0)))))
(assert (or
  (and (>= x 0.0) (not (= (+ (to_int (- x g)) 1) (+ s 1))))
  (and (not (>= x 0.0)) (not (= (- (+ (to_int (- (- x) g)) 1)) (+ s 1))))))
(check-sat)
