(* Algorithm 3 with hourglass noise as a whole: the law of its output on a data set, and that it is epsilon-DP.

   The law of the noise is Law.v's, the sums, the neighbours and the post-processing are Transformed.v's. It is about
   ideal real numbers, before any rounding to a grid. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Exponent Measure Law Transformed.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Events.
Context d (T : measurableType d).

Lemma measurable_positive (f : T -> RR) : mfun f -> measurable [set t | (0 < f t)%R].
Proof.
move=> mf; have := mf measurableT _ (measurable_itv `]0%R, +oo[); rewrite setTI.
rewrite (_ : f @^-1` _ = [set t | (0 < f t)%R]) //.
by apply/seteqP; split=> t /=; rewrite in_itv /= andbT => /RltP.
Qed.

Lemma measurable_and (P : Prop) (A : set T) : measurable A -> measurable [set t | P /\ A t].
Proof.
move=> mA; case: (pselect P) => p.
- by rewrite (_ : [set t | _] = A) //; apply/seteqP; split=> t //= [].
- by rewrite (_ : [set t | _] = set0) //; apply/seteqP; split=> t //= [].
Qed.

End Events.

(* the output is a measurable function of the noisy sums *)
Lemma measurable_post (l u : RR) : (l < u)%R -> measurable_fun setT (post l u : RR * RR -> RR).
Proof.
move=> lu; apply: (measurability (RGenOInfty.measurableE RR)) => //.
move=> _ [_ [c ->] <-]; rewrite setTI.
pose t := ((c - l) / (u - l))%R.
have [m1 m2] := (prod_measurable_funP (fun z : RR * RR => z)).1 (@measurable_fun_id _ _ setT).
have ms : mfun (fun z : RR * RR => (z.1 + z.2)%R) by exact: measurable_add.
have mt : mfun (fun z : RR * RR => (z.1 - t * (z.1 + z.2))%R).
  by apply: measurable_sub => //; exact: measurable_scale.
have -> : (post l u : RR * RR -> RR) @^-1` `]c, +oo[%classic =
  ([set z : RR * RR | (z.1 + z.2)%R = 0%R] `&` [set z | (t < 1 / 2)%R]) `|`
  ([set z : RR * RR | (0 < z.1 + z.2)%R] `&`
     ([set z | (t < 0)%R] `|` [set z | (t < 1)%R /\ (0 < z.1 - t * (z.1 + z.2))%R])) `|`
  ([set z : RR * RR | (0 < - (z.1 + z.2))%R] `&`
     ([set z | (t < 0)%R] `|` [set z | (t < 1)%R /\ (0 < - (z.1 - t * (z.1 + z.2)))%R])).
  apply/seteqP; split=> -[a b] /=; rewrite in_itv /= andbT.
  - by move=> /RltP /(proj1 (post_beyond l u c a b lu)); rewrite -/t; tauto.
  - by move=> H; apply/RltP/(proj2 (post_beyond l u c a b lu)); rewrite -/t; tauto.
have mP (P : Prop) : measurable [set _ : RR * RR | P].
  case: (pselect P) => p.
  - by rewrite (_ : [set _ | _] = setT) //; apply/seteqP; split.
  - by rewrite (_ : [set _ | _] = set0) //; apply/seteqP; split.
apply: measurableU; first apply: measurableU.
- by apply: measurableI; [exact: measurable_eq|exact: mP].
- apply: measurableI; first exact: measurable_positive.
  by apply: measurableU; [exact: mP|apply: measurable_and; exact: measurable_positive].
- apply: measurableI; first by apply: measurable_positive; exact: measurable_opp.
  by apply: measurableU; [exact: mP|apply: measurable_and; apply: measurable_positive; exact: measurable_opp].
Qed.

(* P(output in B) of Algorithm 3 on the data set xs: noise (Z1, Z2) from the hourglass with Delta = 1 on the two sums,
   then the post-processing *)
Definition algorithm3 (eps g l u : RR) (xs : list RR) (B : set RR) : \bar RR :=
  hourglass_mechanism (exp (- eps)) g 1 (sum1 l u xs, sum2 l u xs) [set s | B (post l u s)].

Theorem algorithm3_private (eps g l u : RR) (xs ys : list RR) (B : set RR) :
  (0 < eps)%R -> (0 < g <= 1)%R -> (l < u)%R -> neighbours xs ys -> measurable B ->
  algorithm3 eps g l u xs B <= (exp eps)%:E * algorithm3 eps g l u ys B.
Proof.
move=> e0 g01 lu [x xy] mB.
have mE : measurable [set s : RR * RR | B (post l u s)].
  by have := measurable_post lu measurableT mB; rewrite setTI.
have x01 := share_inside l u x lu.
rewrite /algorithm3; case: xy => xy; have [-> ->] := sums_move l u x _ _ xy.
- by have [P _] := hourglass_private e0 g01 Rlt_0_1 (sum1 l u xs, sum2 l u xs) mE x01.
- by have [_ P] := hourglass_private e0 g01 Rlt_0_1 (sum1 l u ys, sum2 l u ys) mE x01.
Qed.
