; composition: P(U, V in S) <= P(U, V' in S) + delta, by total variation given U, and P(U, V' in S) <= e^eps P(U', V' in S), given V'
; negated: unsat proves it
(set-logic ALL)
(declare-const p Real)
(declare-const q Real)
(declare-const r Real)
(declare-const d Real)
(assert (and (<= p (+ q d)) (<= q r)))
(assert (not (<= p (+ r d))))
(check-sat)
