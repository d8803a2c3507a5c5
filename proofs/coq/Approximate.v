(* From Renyi divergence to (epsilon, delta)-DP for every set of integers, and so for the discrete Gaussian with the
   shipped epsilon of rho and delta (Bun and Steinke 2016). *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Measure Law Line Parity Theta Gaussian.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* at one outcome of masses x and y, for one order alpha > 1 *)
Lemma renyi_outcome (x y alpha eps : R) : (1 < alpha)%R -> (0 < x)%R -> (0 < y)%R ->
  (x <= exp eps * y + exp (- ((alpha - 1) * eps)) * (Rpower x alpha * Rpower y (1 - alpha)))%R.
Proof.
move=> a1 x0 y0; have E := exp_pos eps; have P := Rmult_lt_0_compat _ _ E y0.
have r0 : (0 <= exp (- ((alpha - 1) * eps)) * (Rpower x alpha * Rpower y (1 - alpha)))%R.
  by apply: Rmult_le_pos; [|apply: Rmult_le_pos]; exact: Rlt_le (exp_pos _).
case: (Rle_lt_dec x (exp eps * y)) => [small|large]; first lra.
have : (x <= exp (- ((alpha - 1) * eps)) * (Rpower x alpha * Rpower y (1 - alpha)))%R; last lra.
rewrite -{1}(exp_ln x) // /Rpower -!exp_plus; apply: exp_at_most.
have : (eps + ln y < ln x)%R by rewrite -{1}(ln_exp eps) -ln_mult //; exact: ln_increasing.
by move: (ln x) (ln y) => u v; nra.
Qed.

(* So a bound of the Renyi sum is one of the probability of every event. `total` is any sum that is monotone and linear
   on nonnegative functions: that over the integers, or that over vectors of them. *)
Section Events.
Variables (T : Type) (total : (T -> \bar RR) -> \bar RR).
Hypotheses (total_le : forall a c, (forall k, 0 <= a k) -> (forall k, a k <= c k) -> total a <= total c)
  (total_scale : forall a (r : RR), (forall k, 0 <= a k) -> total (fun k => r%:E * a k) = r%:E * total a)
  (total_add : forall a c, (forall k, 0 <= a k) -> (forall k, 0 <= c k) ->
    total (fun k => a k + c k) = total a + total c).

Lemma renyi_events (p p' : T -> R) (alpha eps c : R) (A : set T) : (1 < alpha)%R ->
  (forall k, 0 < p k)%R -> (forall k, 0 < p' k)%R ->
  total (fun k => (Rpower (p k) alpha * Rpower (p' k) (1 - alpha) : RR)%R%:E) <= (exp c : RR)%:E ->
  total (fun k => if pselect (A k) then (p k : RR)%:E else 0) <=
  (exp eps)%:E * total (fun k => if pselect (A k) then (p' k : RR)%:E else 0) +
  (exp (c - (alpha - 1) * eps) : RR)%:E.
Proof.
move=> a1 p0 p0' le; pose d := exp (- ((alpha - 1) * eps)).
have E : (exp (c - (alpha - 1) * eps) = d * exp c)%R by rewrite /d -exp_plus; congr exp; ring.
have r0 k : 0 <= (Rpower (p k) alpha * Rpower (p' k) (1 - alpha) : RR)%R%:E.
  by rewrite lee_fin; apply/RleP; apply: Rmult_le_pos; exact: Rlt_le (exp_pos _).
have i0 (f : T -> R) k : (0 < f k)%R -> 0 <= (if pselect (A k) then (f k : RR)%:E else 0).
  by move=> fk; case: pselect => ? //=; rewrite lee_fin; apply/RleP; exact: Rlt_le.
have e0 x : 0 <= (exp x : RR)%:E by rewrite lee_fin; apply/RleP; exact: Rlt_le (exp_pos _).
rewrite E RmultE EFinM; apply: (le_trans _ (lee_add (lexx _) (lee_wpmul2l (e0 _) le))).
rewrite -!total_scale //; [|by move=> k; exact: i0].
rewrite -total_add; [|by move=> k; apply: mule_ge0 => //; exact: i0|by move=> k; exact: mule_ge0].
apply: total_le => k; first exact: i0.
case: pselect => [_|_] /=; last by rewrite mule0 add0e; exact: mule_ge0.
by rewrite -!EFinM -EFinD lee_fin -!RmultE -RplusE; apply/RleP; exact: renyi_outcome.
Qed.

End Events.

(* the order at which the printed epsilon of rho and delta is reached *)
Lemma printed_order (rho delta : R) : (0 < rho)%R -> (0 < delta < 1)%R -> exists alpha : R, (1 < alpha)%R /\
  exp ((alpha - 1) * (alpha * rho) - (alpha - 1) * zcdp_epsilon rho (sqrt (rho * ln (1 / delta)))) = delta.
Proof.
move=> r0 d01; pose L := ln (1 / delta); rewrite -/L.
have LE : (L = - ln delta)%R by rewrite /L /Rdiv Rmult_1_l ln_Rinv //; lra.
have L0 : (0 < L)%R by have := ln_increasing delta 1; rewrite ln_1 LE; lra.
pose y := sqrt (L / rho).
have Lr : (0 < L / rho)%R by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
have y0 : (0 < y)%R by exact: sqrt_lt_R0.
have y2 : (y * y = L / rho)%R by apply: sqrt_sqrt; exact: Rlt_le.
have -> : (sqrt (rho * L) = rho * y)%R.
  apply: sqrt_lem_1; [nra|nra|].
  have -> : (rho * y * (rho * y) = rho * rho * (y * y))%R by ring.
  by rewrite y2; field; lra.
exists (1 + y)%R; split; first lra.
rewrite -[RHS]exp_ln; last lra.
congr exp; rewrite /zcdp_epsilon.
have -> : ((1 + y - 1) * ((1 + y) * rho) - (1 + y - 1) * (rho + 2 * (rho * y)) = - (rho * (y * y)))%R by ring.
by rewrite y2 -[ln delta]Ropp_involutive -LE; field; lra.
Qed.

Section Gaussian.
Variable (sigma2 : R).
Hypothesis (s0 : (0 < sigma2)%R).
Let mass := discrete_gaussian_mass sigma2 (gaussian_upper sigma2).

Lemma output_positive (q k : Z) : (0 < gaussian_output sigma2 q k)%R.
Proof.
rewrite output_bell //; apply: Rmult_lt_0_compat; first exact: exp_pos.
by apply: Rinv_0_lt_compat; exact: total_positive.
Qed.

Lemma mechanism_output (q : Z) (A : set Z) : integer_mechanism mass q A =
  sum_over_Z (fun k => if pselect (A k) then (gaussian_output sigma2 q k : RR)%:E else 0).
Proof.
rewrite -[RHS](@sum_over_Z_moved _ q); last first.
  by move=> k; case: pselect => ? //=; rewrite lee_fin; apply/RleP; apply: Rlt_le; exact: output_positive.
by congr sum_over_Z; apply/funext => k; rewrite /gaussian_output Z.add_simpl_r.
Qed.

Theorem gaussian_approximate (D delta : R) (q q' : Z) (A : set Z) : (Rabs (IZR q - IZR q') <= D)%R ->
  (0 < delta < 1)%R -> integer_mechanism mass q A <=
  (exp (zcdp_epsilon (discrete_gaussian_rho D sigma2) (sqrt (discrete_gaussian_rho D sigma2 * ln (1 / delta)))))%:E *
  integer_mechanism mass q' A + (delta : RR)%:E.
Proof.
move=> qD d01; rewrite !mechanism_output; set rho := discrete_gaussian_rho D sigma2.
have D0 : (0 <= D)%R by have := Rabs_pos (IZR q - IZR q'); lra.
case: (Req_dec D 0) => [zero|D1].
- have qq : (IZR q - IZR q' = 0)%R.
    by case: (Req_dec (IZR q - IZR q') 0) => // /Rabs_pos_lt pos; exfalso; lra.
  have -> : q = q' by apply: eq_IZR; lra.
  have -> : rho = 0%R by rewrite /rho /discrete_gaussian_rho zero; field; lra.
  rewrite Rmult_0_l sqrt_0 /zcdp_epsilon (_ : (0 + 2 * 0)%R = 0%R) ?exp_0 ?mul1e; last by ring.
  by apply: lee_addl; rewrite lee_fin; apply/RleP; exact: Rlt_le (proj1 d01).
have r0 : (0 < rho)%R.
  by apply: Rmult_lt_0_compat; [apply: pow_lt; lra|apply: Rinv_0_lt_compat; lra].
have [alpha [a1 reached]] := printed_order r0 d01; rewrite -[X in _ <= _ + X%:E]reached.
apply: (renyi_events sum_over_Z_le sum_over_Z_scale sum_over_Z_add) => //; try exact: output_positive.
exact: gaussian_zcdp.
Qed.

End Gaussian.
