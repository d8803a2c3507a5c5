; rival of: Lemma 4's centre is the signed step: y - y_0 = k - J
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const k Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0)))
(assert (or
  (and (>= x 0.0) (not (= (- (- (to_real k) x) (+ (- x) (to_real (to_int (+ x (- 1.0 g)))))) (to_real (+ k (+ (to_int (- x g)) 1))))))
  (and (not (>= x 0.0)) (not (= (- (- (to_real k) x) (- (- x) (to_real (to_int (+ (- x) (- 1.0 g)))))) (to_real (+ k (- (+ (to_int (- (- x) g)) 1)))))))))
(check-sat)
