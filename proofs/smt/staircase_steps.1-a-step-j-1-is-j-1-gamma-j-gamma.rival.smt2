; rival of: a step j >= 1 is [j - 1 + gamma, j + gamma)
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const t Real)
(declare-const j Int)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= t 0.0) (>= j 1)))
(assert (or
  (and (= (+ (to_int (- t g)) 1) j) (< (+ (to_real (- j 1)) g) t) (not (<= t (+ (to_real j) g))))
  (and (= (+ (to_int (- t g)) 1) j) (not (< (+ (to_real (- j 1)) g) t)))
  (and (not (= (+ (to_int (- t g)) 1) j)) (< (+ (to_real (- j 1)) g) t) (<= t (+ (to_real j) g)))))
(check-sat)
