(* The total mass of the staircase is 1, and so is that of the hourglass: the levels are intervals of known length. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Exponent Measure Law Others Symmetry Line Marginals.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Levels.
Variables (g D : R).
Hypotheses (g01 : (0 < g <= 1)%R) (D0 : (0 < D)%R).

(* the level of x, where Delta = D *)
Definition level_at (x : R) : Z := (Int_part (Rabs x / D - g) + 1)%Z.

Lemma level_bounds (x : R) (n : Z) :
  level_at x = n <-> ((IZR n - 1 + g) * D <= Rabs x < (IZR n + g) * D)%R.
Proof.
have E : (Rabs x = Rabs x / D * D)%R by field; lra.
rewrite /level_at; have [L U] := base_Int_part (Rabs x / D - g).
move: (Int_part (Rabs x / D - g)) L U => m; rewrite {3 4}E; move: (Rabs x / D)%R => v L U; split.
- move=> <-; rewrite plus_IZR; split; [apply: Rmult_le_compat_r; lra|apply: Rmult_lt_compat_r; lra].
- case=> A B.
  have A' : (IZR n - 1 + g <= v)%R by apply: (Rmult_le_reg_r D).
  have B' : (v < IZR n + g)%R by apply: (Rmult_lt_reg_r D).
  have X : (n < m + 2)%Z by apply: lt_IZR; rewrite plus_IZR; lra.
  have Y : (m + 1 < n + 1)%Z by apply: lt_IZR; rewrite !plus_IZR; lra.
  lia.
Qed.

Lemma level_nonnegative (x : R) : (0 <= level_at x)%Z.
Proof.
have /level_bounds [_ U] : level_at x = level_at x by [].
have A := Rabs_pos x.
have P : (0 < IZR (level_at x) + g)%R by apply: (Rmult_lt_reg_r D); lra.
have : (-1 < level_at x)%Z by apply: lt_IZR; lra.
lia.
Qed.

Lemma leb_level_0 : leb [set x | level_at x = 0%Z] = (2 * (g * D) : RR)%R%:E.
Proof.
rewrite (_ : [set x | _] = `](- (g * D))%R, (g * D)%R[%classic); last first.
  apply/seteqP; split=> x /=; rewrite in_itv /=.
  - move=> /level_bounds; rewrite /Rabs; case: Rcase_abs => X [A B]; apply/andP; (split; apply/RltP; lra).
  - move=> /andP[/RltP A /RltP B]; apply/level_bounds; rewrite /Rabs.
    have : ((0 - 1 + g) * D <= 0)%R by rewrite -(Rmult_0_l D); apply: Rmult_le_compat_r; lra.
    case: Rcase_abs => X; lra.
rewrite /leb lebesgue_measure_itv hlength_itv /= lte_fin.
have gD : (0 < g * D)%R by apply: Rmult_lt_0_compat; lra.
rewrite ifT; last by apply/RltP; lra.
by rewrite -EFinB; congr (_%:E); rewrite -RminusE; ring.
Qed.

Lemma leb_level_next (n : nat) : leb [set x | level_at x = (Z.of_nat n + 1)%Z] = (2 * D : RR)%R%:E.
Proof.
pose p := ((INR n + g) * D)%R; pose q := ((INR n + g) * D + D)%R.
have p0 : (0 < p)%R by apply: Rmult_lt_0_compat; [have := pos_INR n; lra|].
have E : ((IZR (Z.of_nat n + 1) - 1 + g) * D = p)%R by rewrite plus_IZR -INR_IZR_INZ /p; ring.
have F : ((IZR (Z.of_nat n + 1) + g) * D = q)%R by rewrite plus_IZR -INR_IZR_INZ /q; ring.
have pq : (q = p + D)%R by [].
rewrite (_ : [set x | _] = `[p, q[%classic `|` `](- q)%R, (- p)%R]%classic); last first.
  apply/seteqP; split=> x /=; rewrite !in_itv /=.
  - move=> /level_bounds; rewrite E F /Rabs; case: Rcase_abs => X [A B]; [right|left];
      by apply/andP; (split; [|]); try (apply/RltP; lra); try (apply/RleP; lra).
  - move=> H; apply/level_bounds; rewrite E F /Rabs.
    by case: H => /andP[]; [move=> /RleP A /RltP B|move=> /RltP A /RleP B]; case: Rcase_abs => X; lra.
rewrite measureU; [|exact: measurable_itv|exact: measurable_itv|]; last first.
  apply/seteqP; split=> x //= []; rewrite !in_itv /= => /andP[/RleP A _] /andP[_ /RleP B]; lra.
rewrite /= /leb !lebesgue_measure_itv !hlength_itv /= !lte_fin.
rewrite !ifT; [|by apply/RltP; lra|by apply/RltP; lra].
by rewrite -!EFinB -EFinD; congr (_%:E); rewrite -!RminusE -RplusE pq; ring.
Qed.

End Levels.

Lemma sum_of_one (u : nat -> \bar RR) (m : nat) : (forall n, 0 <= u n) -> (forall n, n <> m -> u n = 0) ->
  \sum_(n <oo) u n = u m.
Proof.
move=> u0 um; rewrite (nneseries_split m.+1) // big_ord_recr big1 /=; last first.
  by move=> i _; apply: um => E; have := ltn_ord i; rewrite E ltnn.
by rewrite add0e ereal_series eseries0 ?adde0 // => i /= mi; apply: um => E; move: mi; rewrite E ltnn.
Qed.

Lemma reordered (a p b d : R) : (a * (p * b) * d = a * b * d * p)%R.
Proof. ring. Qed.

Section Total.
Variables (b g D : R).
Hypotheses (b01 : (0 < b < 1)%R) (g01 : (0 < g <= 1)%R) (D0 : (0 < D)%R).

Let c (n : nat) : R := (staircase_normalizer b g D * powerRZ b (Z.of_nat n))%R.
Let c0 n : (0 <= c n)%R.
Proof.
apply: Rlt_le; apply: Rmult_lt_0_compat; last by apply: powerRZ_lt; lra.
exact: staircase_normalizer_positive.
Qed.

Let L (n : nat) : set RR := [set x | level_at g D x = Z.of_nat n].

Let measurable_level (n : nat) : measurable (L n).
Proof.
apply: (@discrete_apply _ _ (fun x : RR => Int_part (Rabs x / D - g)%R) (fun m => m + 1)%Z).
by apply: discrete_floor; apply: measurable_sub; [apply: measurable_div; exact: measurable_abs|exact: measurable_const].
Qed.

Let measurable_indicator (n : nat) : measurable_fun setT (fun x : RR => (\1_(L n) x : RR)%:E).
Proof. by apply/EFin_measurable_fun; exact: measurable_fun_indic. Qed.

(* the density of the staircase, as the sum over its levels *)
Lemma staircase_levels (x : RR) :
  (staircase_density b g D x : RR)%:E = \sum_(n <oo) ((c n : RR)%:E * (\1_(L n) x)%:E).
Proof.
have l0 : (0 <= level_at g D x)%Z by exact: level_nonnegative.
rewrite (@sum_of_one _ (Z.to_nat (level_at g D x))).
- rewrite indicE mem_set ?mule1; last by rewrite /L /= Z2Nat.id.
  by rewrite /c Z2Nat.id.
- move=> n; apply: mule_ge0; rewrite lee_fin //; exact/RleP.
- move=> n nl; rewrite indicE memNset ?mule0 // /L /= => E.
  by apply: nl; rewrite E Nat2Z.id.
Qed.

Theorem staircase_mass : \int[leb]_x (staircase_density b g D x : RR)%:E = 1.
Proof.
under eq_integral do rewrite staircase_levels.
rewrite integral_nneseries //; last 2 first.
- by move=> n; apply: measurable_funeM; exact: measurable_indicator.
- by move=> n x _; apply: mule_ge0; rewrite lee_fin //; exact/RleP.
have E n : \int[leb]_x ((c n : RR)%:E * (\1_(L n) x)%:E) = (c n : RR)%:E * leb (L n).
  rewrite ge0_integralM //; last 2 first.
  - by move=> x _; rewrite lee_fin.
  - by rewrite lee_fin; exact/RleP.
  by rewrite integral_indic // setIT.
rewrite (eq_eseries (fun n _ => E n)) series_head; last first.
  by move=> n; apply: mule_ge0; [rewrite lee_fin; exact/RleP|exact: measure_ge0].
rewrite [leb (L 0%N)]leb_level_0 //.
have F n : (c n.+1 : RR)%:E * leb (L n.+1) =
    (staircase_normalizer b g D * b * (2 * D) * powerRZ b (Z.of_nat n) : RR)%R%:E.
  have -> : L n.+1 = [set x | level_at g D x = (Z.of_nat n + 1)%Z].
    by rewrite /L; have -> : Z.of_nat n.+1 = (Z.of_nat n + 1)%Z by lia.
  rewrite leb_level_next // -EFinM -RmultE; congr (_%:E); rewrite /c.
  have -> : Z.of_nat n.+1 = (Z.of_nat n + 1)%Z by lia.
  by rewrite powerRZ_add ?powerRZ_1; [exact: reordered|lra].
rewrite (eq_eseries (fun n _ => F n)) geometric_sum // -EFinM -EFinD -RmultE -RplusE; congr (_%:E).
by have := staircase_total b g D b01 g01 D0; rewrite /c /= Rmult_1_r.
Qed.

(* the total mass of the hourglass *)
Theorem hourglass_mass : hourglass_law b g D setT = 1.
Proof.
rewrite -staircase_mass; have := marginal_x b01 g01 D0 measurableT.
by rewrite (_ : [set z | _] = setT) //; apply/seteqP; split.
Qed.

End Total.
