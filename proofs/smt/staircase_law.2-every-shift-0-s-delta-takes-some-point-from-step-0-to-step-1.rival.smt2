; rival of: every shift 0 < s <= Delta takes some point from step 0 to step 1, with room
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const x Real)
(declare-const s Real)
(declare-const g Real)
(assert (and (> g 0.0) (<= g 1.0) (> s 0.0) (<= s 1.0)))
(assert (or
  (and (< s (* 2.0 g)) (not (= (+ (to_int (- (ite (>= (+ (- g (* (/ 1.0 2.0) s)) s) 0.0) (+ (- g (* (/ 1.0 2.0) s)) s) (- (+ (- g (* (/ 1.0 2.0) s)) s))) g)) 1) 2)))
  (and (not (< s (* 2.0 g))) (not (= (+ (to_int (- (ite (>= (+ (* 0.0 s) s) 0.0) (+ (* 0.0 s) s) (- (+ (* 0.0 s) s))) g)) 1) 2)))))
(check-sat)
