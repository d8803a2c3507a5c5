(* What is at most that of the normal law with the same sigma^2 for the discrete Gaussian K: E e^(lambda K), the tail
   P(K >= x), and the variance. All follow from Theta.v, as E e^(lambda K) is e^(lambda^2 sigma^2/2) times f(lambda
   sigma^2)/f(0). *)

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

Lemma cosh_at_least (x : R) : (2 + x ^ 2 <= exp x + exp (- x))%R.
Proof.
have one y : (1 <= cosh y)%R by rewrite /cosh; have := exp_ineq1_le y; have := exp_ineq1_le (- y); lra.
have half y : (0 < y)%R -> (y <= sinh y)%R.
  move=> y0; have [c [E _]] := MVT_cor2 sinh cosh 0 y y0 (fun c _ => derivable_pt_lim_sinh c).
  rewrite sinh_0 !Rminus_0_r in E; rewrite E; have := one c; nra.
have square y : (y ^ 2 <= sinh y ^ 2)%R.
  have odd : (sinh (- y) = - sinh y)%R by rewrite /sinh Ropp_involutive; field.
  case: (Rtotal_order y 0) => [n|[->|p]].
  - have := half (- y)%R ltac:(lra); rewrite odd; nra.
  - by rewrite sinh_0; lra.
  - have := half y p; nra.
have := square (x / 2)%R; rewrite /sinh.
have -> : (exp x = exp (x / 2) * exp (x / 2))%R by rewrite -exp_plus; congr exp; field.
have -> : (exp (- x) = exp (- (x / 2)) * exp (- (x / 2)))%R by rewrite -exp_plus; congr exp; field.
have : (exp (x / 2) * exp (- (x / 2)) = 1)%R by rewrite -exp_plus (_ : (_ + _)%R = 0%R) ?exp_0 //; ring.
move: (exp (x / 2)) (exp (- (x / 2))) => a b; nra.
Qed.

Section Moments.
Variable (sigma2 : R).
Hypothesis (s0 : (0 < sigma2)%R).

(* P(K = k) *)
Let p (k : Z) : R := discrete_gaussian_mass sigma2 (gaussian_upper sigma2) k.

Lemma mass_bell (k : Z) : p k = (bell sigma2 (IZR 0) k / theta sigma2 0)%R.
Proof. by rewrite -output_bell // /gaussian_output Z.sub_0_r. Qed.

Lemma mass_ge0 (k : Z) : (0 <= p k)%R.
Proof.
rewrite mass_bell; apply: Rmult_le_pos; first exact: Rlt_le (exp_pos _).
by apply: Rlt_le; apply: Rinv_0_lt_compat; exact: total_positive.
Qed.

Lemma mass_one : sum_over_Z (fun k => (p k : RR)%:E) = 1.
Proof.
by rewrite -(gaussian_mass_one s0 0); congr sum_over_Z; apply/funext => k; rewrite /gaussian_output Z.sub_0_r.
Qed.

Theorem gaussian_mgf (l : R) :
  sum_over_Z (fun k => (p k * exp (l * IZR k) : RR)%R%:E) <= (exp (l ^ 2 * sigma2 / 2) : RR)%:E.
Proof.
have P := total_positive s0.
rewrite (_ : (fun k => _) = (fun k => (exp (l ^ 2 * sigma2 / 2) / theta sigma2 0 *
  bell sigma2 (l * sigma2) k : RR)%R%:E)); last first.
  apply/funext => k; congr (_%:E); rewrite mass_bell.
  have -> : (bell sigma2 (IZR 0) k / theta sigma2 0 * exp (l * IZR k) =
    bell sigma2 (IZR 0) k * exp (l * IZR k) / theta sigma2 0)%R by field; lra.
  have -> : (exp (l ^ 2 * sigma2 / 2) / theta sigma2 0 * bell sigma2 (l * sigma2) k =
    exp (l ^ 2 * sigma2 / 2) * bell sigma2 (l * sigma2) k / theta sigma2 0)%R by field; lra.
  by congr (_ / _)%R; rewrite /bell -!exp_plus; congr exp; field; lra.
rewrite scaled_theta // lee_fin; apply/RleP.
apply: (Rle_trans _ (exp (l ^ 2 * sigma2 / 2) / theta sigma2 0 * theta sigma2 0)); last first.
  by apply: Req_le; field; lra.
apply: Rmult_le_compat_l; last exact: theta_greatest.
by apply: Rmult_le_pos; [exact: Rlt_le (exp_pos _)|apply: Rlt_le; exact: Rinv_0_lt_compat].
Qed.

(* Chernoff's bound *)
Theorem gaussian_tail (x : R) : (0 <= x)%R ->
  sum_over_Z (fun k => if pselect (x <= IZR k)%R then (p k : RR)%:E else 0) <=
  (exp (- (x ^ 2 / (2 * sigma2))) : RR)%:E.
Proof.
move=> x0; pose l := (x / sigma2)%R.
have l0 : (0 <= l)%R by apply: Rmult_le_pos => //; apply: Rlt_le; exact: Rinv_0_lt_compat.
have e0 k : 0 <= (p k * exp (l * IZR k) : RR)%R%:E.
  by rewrite lee_fin; apply/RleP; apply: Rmult_le_pos; [exact: mass_ge0|exact: Rlt_le (exp_pos _)].
apply: (@le_trans _ _ ((exp (- (l * x)) : RR)%:E * sum_over_Z (fun k => (p k * exp (l * IZR k) : RR)%R%:E))).
- rewrite -sum_over_Z_scale //; apply: sum_over_Z_le => k.
    by case: pselect => ? //=; rewrite lee_fin; apply/RleP; exact: mass_ge0.
  case: pselect => [xk|_] /=; last by apply: mule_ge0 => //; rewrite lee_fin; apply/RleP; exact: Rlt_le (exp_pos _).
  rewrite -EFinM lee_fin -RmultE; apply/RleP.
  have -> : (exp (- (l * x)) * (p k * exp (l * IZR k)) = p k * exp (l * (IZR k - x)))%R.
    by rewrite -Rmult_assoc (Rmult_comm _ (p k)) Rmult_assoc -exp_plus; congr (_ * exp _)%R; ring.
  rewrite -{1}(Rmult_1_r (p k)); apply: Rmult_le_compat_l; first exact: mass_ge0.
  by rewrite -exp_0; apply: exp_at_most; apply: Rmult_le_pos => //; lra.
- apply: (le_trans (lee_wpmul2l _ (gaussian_mgf l))); first by rewrite lee_fin; apply/RleP; exact: Rlt_le (exp_pos _).
  rewrite -EFinM lee_fin -RmultE -exp_plus; apply/RleP; apply: Req_le; congr exp; rewrite /l.
  by field; lra.
Qed.

Theorem gaussian_variance : sum_over_Z (fun k => (IZR k ^ 2 * p k : RR)%R%:E) <= (sigma2 : RR)%:E.
Proof.
pose M := sum_over_Z (fun k => (IZR k ^ 2 * p k : RR)%R%:E).
have p0 := mass_ge0.
have two : 0 <= (2%R : RR)%:E by rewrite lee_fin; apply/RleP; apply: Rlt_le; exact: Rlt_0_2.
have q0 k : 0 <= (IZR k ^ 2 * p k : RR)%R%:E.
  by rewrite lee_fin; apply/RleP; apply: Rmult_le_pos => //; exact: pow2_ge_0.
have e0 l k : 0 <= (p k * exp (l * IZR k) : RR)%R%:E.
  by rewrite lee_fin; apply/RleP; apply: Rmult_le_pos => //; exact: Rlt_le (exp_pos _).
have bound (l : R) : (2%R : RR)%:E + (l ^ 2 : RR)%R%:E * M <= (2 * exp (l ^ 2 * sigma2 / 2) : RR)%R%:E.
  apply: (@le_trans _ _ ((exp (l ^ 2 * sigma2 / 2) : RR)%:E + (exp ((- l) ^ 2 * sigma2 / 2) : RR)%:E)); last first.
    rewrite -EFinD -RplusE lee_fin; apply/RleP; rewrite (_ : (- l) ^ 2 = l ^ 2)%R; last by ring.
    by move: (exp _) => e; lra.
  apply: le_trans (lee_add (gaussian_mgf l) (gaussian_mgf (- l))).
  have one : (2%R : RR)%:E = (2%R : RR)%:E * sum_over_Z (fun k => (p k : RR)%:E) by rewrite mass_one mule1.
  have P k : 0 <= (p k : RR)%:E by rewrite lee_fin; apply/RleP.
  have A k : 0 <= (2%R : RR)%:E * (p k : RR)%:E by exact: mule_ge0.
  have B k : 0 <= (l ^ 2 : RR)%R%:E * (IZR k ^ 2 * p k : RR)%R%:E.
    by apply: mule_ge0 => //; rewrite lee_fin; apply/RleP; exact: pow2_ge_0.
  rewrite one /M -!sum_over_Z_scale // -!sum_over_Z_add //.
  apply: sum_over_Z_le => k; first exact: adde_ge0.
  rewrite -!EFinM -!EFinD lee_fin -!RmultE -!RplusE; apply/RleP.
  have -> : (- l * IZR k = - (l * IZR k))%R by ring.
  by have := cosh_at_least (l * IZR k); have := p0 k; move: (exp _) (exp _) => a b; nra.
have M0 : 0 <= M by apply: sum_over_Z_ge0.
have fin : M \is a fin_num.
  rewrite ge0_fin_numE //; apply: le_lt_trans (ltry (2 * exp (1 ^ 2 * sigma2 / 2))%R); apply: le_trans (bound 1%R).
  by rewrite pow1 mul1e; exact: lee_addr.
have real l : (2 + l ^ 2 * fine M <= 2 * exp (l ^ 2 * sigma2 / 2))%R.
  by have := bound l; rewrite -(fineK fin) -EFinM -EFinD lee_fin => /RleP.
rewrite -/M -(fineK fin) lee_fin; apply/RleP; move: (fine M) real => m real.
apply: Rnot_lt_le => larger; pose q := (m / sigma2)%R; pose h := ((q - 1) / (2 * q))%R.
have q1 : (1 < q)%R by apply: (Rmult_lt_reg_r sigma2) => //; rewrite /q; field_simplify; lra.
have hq : (2 * (h * q) = q - 1)%R by rewrite /h; field; lra.
have h0 : (0 < h)%R by nra.
have l2 : (sqrt (2 * h / sigma2) ^ 2 = 2 * h / sigma2)%R.
  by apply: pow2_sqrt; apply: Rmult_le_pos; [lra|apply: Rlt_le; exact: Rinv_0_lt_compat].
have := real (sqrt (2 * h / sigma2)); rewrite l2.
have -> : (2 * h / sigma2 * m = 2 * (h * q))%R by rewrite /q; field; lra.
have -> : (2 * h / sigma2 * sigma2 / 2 = h)%R by field; lra.
have inverse : (exp h * exp (- h) = 1)%R by rewrite -exp_plus Rplus_opp_r exp_0.
have := exp_ineq1_le (- h); have := exp_pos h; move: (exp h) (exp (- h)) inverse => e e' ee' e0' e1 le.
have : (e * (1 - h) <= 1)%R by nra.
have : ((1 + h * q) * (1 - h) <= e * (1 - h))%R by apply: Rmult_le_compat_r; nra.
nra.
Qed.

End Moments.
