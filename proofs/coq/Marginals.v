(* Both marginals of the hourglass are the staircase (Lemma 3), and the law has total mass 1. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Exponent Measure Law Others Symmetry Line.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

(* a geometric series of Coq's reals, in the reals of MathComp *)
Lemma geometric_limit (a b : R) : (0 < b < 1)%R -> series (geometric (a : RR) (b : RR)) --> (a / (1 - b))%R.
Proof.
move=> b01.
have n1 : `|(b : RR)| < 1 by case: b01 => b0 b1; rewrite ger0_norm; [apply/RltP|apply/RleP; exact: Rlt_le].
have b1 : (1 : RR) - (b : RR) != 0.
  by apply/eqP => E; have : (1 - b = 0)%R by []; lra.
by have := @cvg_geometric_series _ (a : RR) (b : RR) n1; rewrite -RdivE.
Qed.

Local Open Scope ereal_scope.

(* The bridge for series: such a series is one of MathComp's extended reals. *)
Lemma geometric_sum (a b : R) : (0 < b < 1)%R ->
  \sum_(n <oo) (a * powerRZ b (Z.of_nat n) : RR)%R%:E = (a / (1 - b) : RR)%R%:E.
Proof.
move=> b01; have C := @geometric_limit a b b01.
rewrite (_ : (fun n => _) = EFin \o series (geometric (a : RR) (b : RR))).
  rewrite EFin_lim; last by apply: cvgP C.
  by rewrite (cvg_lim (@Rhausdorff RR) C).
apply/funext => n /=; rewrite /series /= -sumEFin.
by apply: eq_bigr => i _; rewrite /geometric /= -pow_powerRZ RpowE.
Qed.

Lemma two_sided_value (C p b : R) : (0 < b < 1)%R ->
  (C * p / (1 - b) + C * p * b / (1 - b) = C * ((1 + b) / (1 - b)) * p)%R.
Proof. by move=> b01; field; lra. Qed.

Section OneDiagonal.
Variables (b : R).
Hypothesis b01 : (0 < b < 1)%R.

Let power0 (k : Z) : (0 <= powerRZ b k)%R. Proof. by apply: Rlt_le; apply: powerRZ_lt; lra. Qed.

(* the sum over all integers k of b^|k - j|, for each j *)
Lemma two_sided_sum (C : R) (j : Z) : (0 <= C)%R ->
  sum_over_Z (fun k => (C * powerRZ b (Z.abs j + Z.abs (k - j)) : RR)%R%:E) =
  (C * ((1 + b) / (1 - b)) * powerRZ b (Z.abs j) : RR)%R%:E.
Proof.
move=> C0; pose D := (C * powerRZ b (Z.abs j))%R.
have D0 : (0 <= D)%R by apply: Rmult_le_pos.
pose w i : \bar RR := (D * powerRZ b (Z.abs i) : RR)%R%:E.
rewrite (_ : (fun k => _) = (fun k => w (k + - j)%Z)); last first.
  apply/funext => k; rewrite /w /D powerRZ_add; last lra.
  by rewrite Rmult_assoc.
rewrite (@sum_over_Z_moved w); last first.
  by move=> k; rewrite lee_fin; apply/RleP; apply: Rmult_le_pos.
rewrite /sum_over_Z /w.
have P n : (D * powerRZ b (Z.abs (Z.of_nat n)) : RR)%R%:E = (D * powerRZ b (Z.of_nat n) : RR)%R%:E.
  by congr ((D * powerRZ b _)%R%:E); lia.
have N n : (D * powerRZ b (Z.abs (- Z.of_nat n - 1)) : RR)%R%:E = ((D * b) * powerRZ b (Z.of_nat n) : RR)%R%:E.
  have -> : (Z.abs (- Z.of_nat n - 1) = 1 + Z.of_nat n)%Z by lia.
  by rewrite powerRZ_add ?powerRZ_1 ?Rmult_assoc //; lra.
rewrite (eq_eseries (fun n _ => P n)) (eq_eseries (fun n _ => N n)) !geometric_sum // -EFinD -RplusE.
by congr (_%:E); exact: two_sided_value.
Qed.

End OneDiagonal.

Section Integrals.
Variables (a : Z -> RR -> RR).
Hypotheses (ma : forall k, mfun (a k)) (a0 : forall k x, (0 <= a k x)%R).

(* the sum of the integrals is the integral of the sum *)
Lemma integral_sum_over_Z (B : set RR) : measurable B ->
  sum_over_Z (fun k => \int[leb]_(x in B) (a k x)%:E) = \int[leb]_(x in B) sum_over_Z (fun k => (a k x)%:E).
Proof.
move=> mB.
have m (s : nat -> Z) : forall n, measurable_fun B (fun x => (a (s n) x)%:E).
  by move=> n; apply/EFin_measurable_fun; exact: measurable_funTS.
have p (s : nat -> Z) n x : B x -> 0 <= (a (s n) x)%:E by move=> _; rewrite lee_fin; apply/RleP.
rewrite /sum_over_Z -!integral_nneseries //; last 3 first.
- exact: (m (fun n => - Z.of_nat n - 1)%Z).
- exact: (p (fun n => - Z.of_nat n - 1)%Z).
- exact: (p Z.of_nat).
rewrite -ge0_integralD //.
- by move=> x _; apply: nneseries_ge0 => n _; rewrite lee_fin; apply/RleP.
- by apply: ge0_emeasurable_fun_sum => [n x|n]; [rewrite lee_fin; apply/RleP|exact: (m Z.of_nat)].
- by move=> x _; apply: nneseries_ge0 => n _; rewrite lee_fin; apply/RleP.
- apply: ge0_emeasurable_fun_sum => [n x|n]; [rewrite lee_fin; exact/RleP|].
  exact: (m (fun n => - Z.of_nat n - 1)%Z).
Qed.

End Integrals.

Section Reflection.

Lemma measurable_reflect (c : RR) : mfun (fun x : RR => (c - x)%R).
Proof. by apply: measurable_sub; [exact: measurable_const|exact: measurable_id]. Qed.

Let borel := [the measurableType _ of salgebraType (@ocitv RR)].

Lemma leb_reflect (c : RR) (A : set RR) : measurable A -> leb ((fun x : RR => (c - x)%R) @^-1` A) = leb A.
Proof.
move=> mA; apply/esym.
pose phi : borel -> borel := fun x : RR => (c - x)%R.
have mphi : measurable_fun setT phi by exact: measurable_reflect.
pose mu := [the {measure set borel -> \bar RR} of pushforward [the measure _ _ of @lebesgue_measure RR] mphi].
apply: (@lebesgue_measure_unique RR mu) => //.
move=> X [[a b] _ <-] /=; rewrite /pushforward.
rewrite (_ : phi @^-1` _ = `[Rminus c b, Rminus c a[%classic); last first.
  by apply/seteqP; split=> x /=; rewrite !in_itv /= => /andP[];
    [move=> /RltP L /RleP U|move=> /RleP L /RltP U];
    apply/andP; rewrite /phi in L U *; (split; [|]);
    try (apply/RltP; lra); try (apply/RleP; lra).
rewrite lebesgue_measure_itv !hlength_itv /= !lte_fin.
case: (boolP (a < b)%O) => [/RltP ab|/RltP ab].
- rewrite ifT; last by apply/RltP; lra.
  by rewrite -!EFinB; congr (_%:E); rewrite -!RminusE; ring.
- by rewrite ifF //; apply/negP => /RltP; lra.
Qed.

Lemma integral_reflect (c : RR) (f : RR -> RR) (A : set RR) :
  measurable A -> mfun f -> (forall x, 0 <= f x)%R ->
  \int[leb]_(x in [set x | A (c - x)%R]) (f (c - x)%R)%:E = \int[leb]_(x in A) (f x)%:E.
Proof.
move=> mA mf f0.
rewrite integral_mkcond [RHS]integral_mkcond.
pose mu := [the {measure set RR -> \bar RR} of pushforward [the measure _ _ of leb] (measurable_reflect c)].
rewrite -[RHS](@eq_measure_integral _ _ _ setT _ mu); last by move=> B mB _; exact: leb_reflect.
rewrite [RHS](integral_pushforward (measurable_reflect c)) //; last 2 first.
- have R := @measurable_restrict _ _ RR (\bar RR) A setT (EFin \o f) mA measurableT (fun _ _ => I).
  by apply/R; apply/EFin_measurable_fun; exact: measurable_funTS.
- by move=> x; apply: erestrict_ge0 => y _; rewrite lee_fin; apply/RleP.
Qed.

End Reflection.

Section Marginals.
Variables (b g D : RR).
Hypotheses (b01 : (0 < b < 1)%R) (g01 : (0 < g <= 1)%R) (D0 : (0 < D)%R).

Let f0 x k : (0 <= hourglass_density b g D x k)%R.
Proof. by apply: Rlt_le; apply: density_positive. Qed.

Let mdensity k : mfun (fun x : RR => hourglass_density b g D x k).
Proof. by apply: measurable_density; [exact: measurable_id|exact: discrete_const]. Qed.

(* summed over the diagonals, the density at x is that of the staircase *)
Lemma sum_of_diagonals (x : RR) :
  sum_over_Z (fun k => (hourglass_density b g D x k : RR)%:E) = (staircase_density b g D x : RR)%:E.
Proof.
rewrite staircase_of_step // -(normalizers b g D b01 g01 D0) -two_sided_sum //; last first.
  exact: Rlt_le (normalizer_positive _ _ _ b01 g01 D0).
by congr sum_over_Z; apply/funext => k; rewrite density_exponent.
Qed.

(* Lemma 3: P(X in B), where (X, Y) is hourglass noise *)
Theorem marginal_x (B : set RR) : measurable B ->
  hourglass_law b g D [set z | B z.1] = \int[leb]_(x in B) (staircase_density b g D x : RR)%:E.
Proof.
move=> mB; rewrite /hourglass_law /on_diagonal /=.
rewrite (@integral_sum_over_Z (fun k x => hourglass_density b g D x k)) //.
by apply: eq_integral => x _; rewrite sum_of_diagonals.
Qed.

(* and P(Y in B) *)
Theorem marginal_y (B : set RR) : measurable B ->
  hourglass_law b g D [set z | B z.2] = \int[leb]_(x in B) (staircase_density b g D x : RR)%:E.
Proof.
move=> mB; rewrite -marginal_x // /hourglass_law /on_diagonal /=.
congr sum_over_Z; apply/funext => k.
rewrite -[RHS](@integral_reflect (D * IZR k)%R (fun x => hourglass_density b g D x k)) //.
by apply: eq_integral => x _; rewrite density_exchange.
Qed.

End Marginals.
