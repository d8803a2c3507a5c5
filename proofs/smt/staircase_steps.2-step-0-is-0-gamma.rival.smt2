; rival of: step 0 is [0, gamma)
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const t Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (>= t 0.0)))
(assert (or
  (and (= (+ (to_int (- t g)) 1) 0) (not (<= t g)))
  (and (not (= (+ (to_int (- t g)) 1) 0)) (<= t g))))
(check-sat)
