; rival of: and m + ceil(tau) <= n, so the threshold is one at most of the norms
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const n Int)
(declare-const m Int)
(declare-const largest Int)
(declare-const g Int)
(assert (and (= m (- n largest)) (>= largest g)))
(assert (not (< (+ m g) n)))
(check-sat)
