; rival of: the mean is at least the margin inside
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const a Real)
(declare-const b Real)
(declare-const mu Real)
(declare-const c Real)
(assert (and (<= a mu) (<= mu b) (>= c 0.0)))
(assert (or
  (and (< (- (+ b c) mu) (- mu (- a c))) (not (> (- (+ b c) mu) c)))
  (and (not (< (- (+ b c) mu) (- mu (- a c)))) (not (> (- mu (- a c)) c)))))
(check-sat)
