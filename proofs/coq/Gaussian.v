(* The discrete Gaussian: its normaliser is finite, its mass 1, and its Renyi divergence of every order under a shift by
   an integer is found by completing the square and renumbering the integers. That the sum which is left is at most the
   normaliser is in Theta.v; so the law is zCDP. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Measure Law Line Parity Theta.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* the sum of e^(-j^2/(2 sigma^2)) over j >= 1; the shipped code names it S(1), or upper *)
Definition gaussian_upper (sigma2 : R) : R :=
  fine (\sum_(n <oo) (exp (- (IZR (Z.of_nat n + 1) ^ 2 / (2 * sigma2))) : RR)%:E).

(* P(q + K = k), with the shipped mass of K *)
Definition gaussian_output (sigma2 : R) (q k : Z) : R := discrete_gaussian_mass sigma2 (gaussian_upper sigma2) (k - q).

(* the sum of P(q + K = k)^alpha P(q' + K = k)^(1 - alpha), which is e^((alpha - 1) d) where d is the divergence *)
Definition gaussian_renyi_sum (sigma2 alpha : R) (q q' : Z) : \bar RR :=
  sum_over_Z (fun k =>
    (Rpower (gaussian_output sigma2 q k) alpha * Rpower (gaussian_output sigma2 q' k) (1 - alpha) : RR)%R%:E).

Section Law.
Variable (sigma2 : R).
Hypothesis (s0 : (0 < sigma2)%R).

Lemma upper_term (n : nat) :
  ebell sigma2 0 (Z.of_nat n + 1)%Z = (exp (- (IZR (Z.of_nat n + 1) ^ 2 / (2 * sigma2))) : RR)%:E.
Proof. by rewrite /ebell /bell Rminus_0_r. Qed.

(* the sum is finite *)
Theorem upper_series : \sum_(n <oo) (exp (- (IZR (Z.of_nat n + 1) ^ 2 / (2 * sigma2))) : RR)%:E =
  (gaussian_upper sigma2 : RR)%:E.
Proof.
rewrite /gaussian_upper -(eq_eseries (fun n _ => upper_term n)) fineK // ge0_fin_numE; last first.
  by apply: nneseries_ge0 => n _; exact: ebell_ge0.
apply: le_lt_trans (ltry (theta sigma2 0)); rewrite -etheta_finite // /etheta /sum_over_Z.
rewrite (@series_head (fun n => ebell sigma2 0 (Z.of_nat n))); last by move=> n; exact: ebell_ge0.
have F n : ebell sigma2 0 (Z.of_nat n.+1) = ebell sigma2 0 (Z.of_nat n + 1)%Z by congr ebell; lia.
rewrite (eq_eseries (fun n _ => F n)) [X in X + _]addeC -addeA; apply: lee_addl.
by apply: adde_ge0; [|apply: nneseries_ge0 => n _]; exact: ebell_ge0.
Qed.

Lemma upper_theta : theta sigma2 0 = discrete_gaussian_total (gaussian_upper sigma2).
Proof.
have : etheta sigma2 0 = (discrete_gaussian_total (gaussian_upper sigma2) : RR)%:E; last first.
  by rewrite etheta_finite // => -[].
rewrite /etheta /sum_over_Z.
rewrite (@series_head (fun n => ebell sigma2 0 (Z.of_nat n))); last by move=> n; exact: ebell_ge0.
have F n : ebell sigma2 0 (Z.of_nat n.+1) = ebell sigma2 0 (Z.of_nat n + 1)%Z by congr ebell; lia.
have N n : ebell sigma2 0 (- Z.of_nat n - 1)%Z = ebell sigma2 0 (Z.of_nat n + 1)%Z.
  rewrite /ebell /bell (_ : - Z.of_nat n - 1 = - (Z.of_nat n + 1))%Z; last by lia.
  by rewrite opp_IZR; congr (exp (- (_ / _)))%:E; ring.
rewrite (eq_eseries (fun n _ => F n)) (eq_eseries (fun n _ => N n)).
rewrite (eq_eseries (fun n _ => upper_term n)) upper_series /ebell -!EFinD -!RplusE.
congr (_%:E); rewrite /discrete_gaussian_total /bell (_ : (- _)%R = 0%R) ?exp_0.
  have E (u : R) : (1 + u + u = 1 + 2 * u)%R by ring.
  exact: E.
by rewrite /=; field; lra.
Qed.

Lemma total_positive : (0 < theta sigma2 0)%R.
Proof. by have := theta_positive s0; lra. Qed.

Lemma output_bell (q k : Z) : gaussian_output sigma2 q k = (bell sigma2 (IZR q) k / theta sigma2 0)%R.
Proof.
rewrite /gaussian_output /discrete_gaussian_mass -/(discrete_gaussian_total _) -upper_theta /bell minus_IZR.
by congr (exp _ / _)%R; field; lra.
Qed.

Lemma scaled_theta (c t : R) : sum_over_Z (fun k => (c * bell sigma2 t k : RR)%R%:E) = (c * theta sigma2 t : RR)%R%:E.
Proof.
rewrite [RHS]EFinM -etheta_finite // -sum_over_Z_scale; last by move=> k; exact: ebell_ge0.
by congr sum_over_Z; apply/funext => k; rewrite /ebell -EFinM.
Qed.

Theorem gaussian_mass_one (q : Z) : sum_over_Z (fun k => (gaussian_output sigma2 q k : RR)%:E) = 1.
Proof.
have P := total_positive.
rewrite (_ : (fun k => _) = (fun k => (/ theta sigma2 0 * bell sigma2 (IZR q) k : RR)%R%:E)); last first.
  by apply/funext => k; rewrite output_bell /Rdiv Rmult_comm.
rewrite scaled_theta -(Rplus_0_l (IZR q)) /theta etheta_period -/(theta _ _); congr (_%:E).
by apply: Rinv_l; lra.
Qed.

(* completing the square: alpha (x - s)^2 + (1 - alpha) x^2 = (x - alpha s)^2 - alpha (alpha - 1) s^2 *)
Lemma gaussian_square (alpha : R) (q q' k : Z) :
  (Rpower (gaussian_output sigma2 q k) alpha * Rpower (gaussian_output sigma2 q' k) (1 - alpha) =
   exp ((alpha - 1) * discrete_gaussian_divergence (IZR (q - q') ^ 2) alpha sigma2) / theta sigma2 0 *
   bell sigma2 (IZR q' + alpha * IZR (q - q')) k)%R.
Proof.
have N0 := total_positive.
have L x : ln (exp x / theta sigma2 0) = (x - ln (theta sigma2 0))%R.
  by rewrite /Rdiv ln_mult ?ln_exp ?ln_Rinv //; [exact: exp_pos|exact: Rinv_0_lt_compat].
rewrite !output_bell /Rpower /bell !L /Rdiv.
have -> : (/ theta sigma2 0 = exp (- ln (theta sigma2 0)))%R by rewrite exp_Ropp exp_ln.
rewrite /discrete_gaussian_divergence -!exp_plus minus_IZR; congr exp.
by field; lra.
Qed.

(* the divergence of every order, as the shipped catalogue says it *)
Theorem gaussian_renyi_formula (alpha : R) (q q' : Z) : gaussian_renyi_sum sigma2 alpha q q' =
  (exp ((alpha - 1) * discrete_gaussian_divergence (IZR (q - q') ^ 2) alpha sigma2) *
   (theta sigma2 (alpha * IZR (q - q')) / theta sigma2 0) : RR)%R%:E.
Proof.
rewrite /gaussian_renyi_sum (_ : (fun k => _) = (fun k => (exp ((alpha - 1) *
  discrete_gaussian_divergence (IZR (q - q') ^ 2) alpha sigma2) / theta sigma2 0 *
   bell sigma2 (IZR q' + alpha * IZR (q - q')) k : RR)%R%:E)); last by apply/funext => k; rewrite gaussian_square.
rewrite scaled_theta Rplus_comm /theta etheta_period -!/(theta _ _); congr (_%:E).
by rewrite /Rdiv !Rmult_assoc (Rmult_comm (/ _)%R).
Qed.

Theorem gaussian_renyi_exact (alpha : R) (q q' m : Z) : (alpha * IZR (q - q') = IZR m)%R ->
  gaussian_renyi_sum sigma2 alpha q q' =
  (exp ((alpha - 1) * discrete_gaussian_divergence (IZR (q - q') ^ 2) alpha sigma2) : RR)%:E.
Proof.
move=> am; rewrite gaussian_renyi_formula am; congr (_%:E).
have -> : theta sigma2 (IZR m) = theta sigma2 0 by rewrite -{1}(Rplus_0_l (IZR m)) /theta etheta_period.
by rewrite /Rdiv Rinv_r ?Rmult_1_r //; have := total_positive; lra.
Qed.

Theorem gaussian_renyi_at_most (alpha : R) (q q' : Z) : gaussian_renyi_sum sigma2 alpha q q' <=
  (exp ((alpha - 1) * discrete_gaussian_divergence (IZR (q - q') ^ 2) alpha sigma2) : RR)%:E.
Proof.
rewrite gaussian_renyi_formula lee_fin; apply/RleP; rewrite -[X in (_ <= X)%R]Rmult_1_r.
have P := total_positive; apply: Rmult_le_compat_l; first exact: Rlt_le (exp_pos _).
by apply: (Rmult_le_reg_r (theta sigma2 0)) => //; field_simplify; try lra; have := theta_greatest
  (alpha * IZR (q - q')) s0; lra.
Qed.

(* rho-zCDP with the shipped rho *)
Theorem gaussian_zcdp (D alpha : R) (q q' : Z) : (1 < alpha)%R -> (Rabs (IZR q - IZR q') <= D)%R ->
  gaussian_renyi_sum sigma2 alpha q q' <= (exp ((alpha - 1) * (alpha * discrete_gaussian_rho D sigma2)) : RR)%:E.
Proof.
move=> a1 qD; apply: le_trans (gaussian_renyi_at_most alpha q q') _; rewrite lee_fin; apply/RleP/exp_at_most.
apply: Rmult_le_compat_l; first lra.
rewrite /discrete_gaussian_divergence /discrete_gaussian_rho /Rdiv Rmult_assoc; apply: Rmult_le_compat_l; first lra.
apply: Rmult_le_compat_r; first by apply: Rlt_le; apply: Rinv_0_lt_compat; lra.
by rewrite minus_IZR -(pow2_abs (IZR q - IZR q')); apply: pow_incr; split; [exact: Rabs_pos|].
Qed.

(* no smaller rho will do: the order 2 shows it *)
Theorem gaussian_rho_least (D : Z) (r : R) : (0 <= D)%Z ->
  (forall alpha q q', 1 < alpha -> Rabs (IZR q - IZR q') <= IZR D ->
    (gaussian_renyi_sum sigma2 alpha q q' <= (exp ((alpha - 1) * (alpha * r)) : RR)%:E)%E)%R ->
  (discrete_gaussian_rho (IZR D) sigma2 <= r)%R.
Proof.
move=> D0 /(_ 2%R D 0%Z); rewrite (@gaussian_renyi_exact _ _ _ (2 * D)%Z); last by rewrite Z.sub_0_r mult_IZR.
rewrite Z.sub_0_r Rminus_0_r Rabs_pos_eq; last by apply: IZR_le.
move=> /(_ ltac:(lra) (Rle_refl _)); rewrite lee_fin => /RleP le.
apply: Rnot_lt_le => lt; have : (exp ((2 - 1) * (2 * r)) < exp ((2 - 1) *
  discrete_gaussian_divergence (IZR D ^ 2) 2 sigma2))%R; last lra.
apply: exp_increasing; move: lt; rewrite /discrete_gaussian_rho /discrete_gaussian_divergence /Rdiv Rmult_assoc; lra.
Qed.

End Law.
