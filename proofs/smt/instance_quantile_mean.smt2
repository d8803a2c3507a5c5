; at most n - m + ceil(tau) norms lie beyond that of rank m - ceil(tau)
; negated: unsat proves it
(set-logic ALL)
(declare-const n Int)
(declare-const m Int)
(declare-const largest Int)
(declare-const g Int)
(declare-const beyond Int)
(assert (and (= m (- n largest)) (<= beyond (- n (- m g)))))
(assert (not (<= beyond (+ largest g))))
(check-sat)
(reset)

; rival of: at most n - m + ceil(tau) norms lie beyond that of rank m - ceil(tau)
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const n Int)
(declare-const m Int)
(declare-const largest Int)
(declare-const g Int)
(declare-const beyond Int)
(assert (and (= m (- n largest)) (<= beyond (- n (- m g)))))
(assert (not (<= beyond largest)))
(check-sat)
(reset)

; and m + ceil(tau) <= n, so the threshold is one at most of the norms
; negated: unsat proves it
(set-logic ALL)
(declare-const n Int)
(declare-const m Int)
(declare-const largest Int)
(declare-const g Int)
(assert (and (= m (- n largest)) (>= largest g)))
(assert (not (<= (+ m g) n)))
(check-sat)
(reset)

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
