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
