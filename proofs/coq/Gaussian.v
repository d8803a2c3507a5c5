(* The discrete Gaussian under a shift by an integer: its Renyi sum, by completing the square and renumbering the
   integers. It holds for the orders alpha for which alpha s is an integer; no Poisson summation is used. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Measure Law Line.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* e^(-k^2/(2 sigma^2)) *)
Definition gaussian_weight (sigma2 : R) (k : Z) : R := exp (- (IZR k ^ 2 / (2 * sigma2))).

Lemma gaussian_square (sigma2 upper alpha : R) (k s m : Z) : (0 < sigma2)%R -> (0 <= upper)%R ->
  (alpha * IZR s = IZR m)%R ->
  (Rpower (discrete_gaussian_pmf (gaussian_weight sigma2 k) upper) alpha *
   Rpower (discrete_gaussian_pmf (gaussian_weight sigma2 (k - s)) upper) (1 - alpha) =
   exp ((alpha - 1) * (alpha * discrete_gaussian_rho (IZR s) sigma2)) / (1 + 2 * upper) *
   gaussian_weight sigma2 (k + (m - s)))%R.
Proof.
move=> s0 u0 am; rewrite /discrete_gaussian_pmf /Rpower /gaussian_weight /discrete_gaussian_rho.
have N0 : (0 < 1 + 2 * upper)%R by lra.
have L x : ln (exp x / (1 + 2 * upper)) = (x - ln (1 + 2 * upper))%R.
  by rewrite /Rdiv ln_mult ?ln_exp ?ln_Rinv //; [exact: exp_pos|exact: Rinv_0_lt_compat].
rewrite !L -exp_plus /Rdiv.
have -> : (/ (1 + 2 * upper) = exp (- ln (1 + 2 * upper)))%R by rewrite exp_Ropp exp_ln.
rewrite -!exp_plus plus_IZR !minus_IZR -am; congr exp.
by field; lra.
Qed.

Lemma cancelled (e n : R) : (0 < n)%R -> (e / n * n = e)%R.
Proof. by move=> n0; field; lra. Qed.

Theorem gaussian_renyi (sigma2 upper alpha : R) (s m : Z) : (0 < sigma2)%R -> (0 <= upper)%R ->
  sum_over_Z (fun k => (gaussian_weight sigma2 k : RR)%:E) = (1 + 2 * upper : RR)%R%:E -> (alpha * IZR s = IZR m)%R ->
  let p k := discrete_gaussian_pmf (gaussian_weight sigma2 k) upper in
  sum_over_Z (fun k => (Rpower (p k) alpha * Rpower (p (k - s)%Z) (1 - alpha) : RR)%R%:E) =
  (exp ((alpha - 1) * (alpha * discrete_gaussian_rho (IZR s) sigma2)) : RR)%R%:E.
Proof.
move=> s0 u0 total am p.
pose w k : \bar RR := (gaussian_weight sigma2 k : RR)%:E.
have w0 k : 0 <= w k by rewrite lee_fin; apply/RleP; exact: Rlt_le (exp_pos _).
pose c : R := (exp ((alpha - 1) * (alpha * discrete_gaussian_rho (IZR s) sigma2)) / (1 + 2 * upper))%R.
rewrite (_ : (fun k => _) = (fun k => (c : RR)%:E * w (k + (m - s))%Z)); last first.
  by apply/funext => k; rewrite /p (gaussian_square k s0 u0 am) -EFinM.
rewrite sum_over_Z_scale; last by move=> k; exact: w0.
rewrite (@sum_over_Z_moved w) // total -EFinM -RmultE; congr (_%:E); apply: cancelled; lra.
Qed.
