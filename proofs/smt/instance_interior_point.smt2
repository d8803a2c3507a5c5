; the block: 2 tau + 1 ranks, and what is before and after it
; negated: unsat proves it
(set-logic ALL)
(declare-const m Int)
(declare-const n Int)
(declare-const t Int)
(assert (and (>= t 0) (< t m) (< t (- (+ n 1) m))))
(assert (or
  (and (>= (- (- m 1) t) 0) (>= (- (- n m) t) 0) (not (= (+ (+ (- (- m 1) t) (+ (* 2 t) 1)) (- (- n m) t)) n)))
  (and (>= (- (- m 1) t) 0) (not (>= (- (- n m) t) 0)))
  (not (>= (- (- m 1) t) 0))))
(check-sat)
(reset)

; rival of: the block: 2 tau + 1 ranks, and what is before and after it
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const m Int)
(declare-const n Int)
(declare-const t Int)
(assert (and (>= t 0) (< t m) (< t (- (+ n 1) m))))
(assert (not (>= (- (- m 1) t) 1)))
(check-sat)
