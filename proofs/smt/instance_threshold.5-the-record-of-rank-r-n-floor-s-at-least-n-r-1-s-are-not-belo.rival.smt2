; rival of: the record of rank r = n - floor(s): at least n - r + 1 > s are not below it, at most n - r <= s above
; the same hypotheses, another conclusion, negated: sat
(set-logic ALL)
(declare-const n Int)
(declare-const s Real)
(declare-const ge Int)
(declare-const gt Int)
(assert (and (>= s 0.0) (>= ge (+ (- n (- n (to_int s))) 1)) (<= gt (- n (- n (to_int s))))))
(assert (not (< (to_real gt) s)))
(check-sat)
