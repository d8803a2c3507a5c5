(* The sum f(t) of e^(-(k - t)^2/(2 v)) over the integers k, v > 0, is finite and greatest at t = 0. No integral and no
   Poisson summation is used. With g(t) = f(t)/f(0), the pairs (x, y) of integers in f(a) f(b), sorted by the parity of
   y - x, give g(t)^4 <= g(2 t) by the inequality of Cauchy and Schwarz; so g(t)^(4^n) <= g(2^n t) for every n, which is
   bounded, and g(t) <= 1. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Measure Law Line Marginals Parity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* e^(-(k - t)^2/(2 v)), as a number and as one of [0, +oo], and its sum *)
Definition bell (v t : R) (k : Z) : R := exp (- ((IZR k - t) ^ 2 / (2 * v))).
Definition ebell (v t : R) (k : Z) : \bar RR := (bell v t k : RR)%:E.
Definition etheta (v t : R) : \bar RR := sum_over_Z (ebell v t).
Definition theta (v t : R) : R := fine (etheta v t).

Lemma ebell_ge0 (v t : R) (k : Z) : 0 <= ebell v t k.
Proof. by rewrite lee_fin; apply/RleP; exact: Rlt_le (exp_pos _). Qed.

Lemma etheta_ge0 (v t : R) : 0 <= etheta v t.
Proof. by apply: sum_over_Z_ge0 => k; exact: ebell_ge0. Qed.

Lemma bell_moved (v t : R) (k n : Z) : bell v (t + IZR n) (k + n) = bell v t k.
Proof. by rewrite /bell plus_IZR; congr exp; congr (- (_ ^ 2 / _))%R; ring. Qed.

Lemma etheta_period (v t : R) (n : Z) : etheta v (t + IZR n) = etheta v t.
Proof.
rewrite /etheta -(@sum_over_Z_moved (ebell v (t + IZR n)) n); last by move=> k; exact: ebell_ge0.
by congr sum_over_Z; apply/funext => k; rewrite /ebell bell_moved.
Qed.

Lemma exp_at_most (x y : R) : (x <= y)%R -> (exp x <= exp y)%R.
Proof. by case=> [xy|->]; [apply: Rlt_le; exact: exp_increasing|exact: Rle_refl]. Qed.

(* a bound by a geometric sequence in |k|, the same for every t in [0, 1] *)
Lemma bell_bound (v t : R) (k : Z) (n : nat) : (0 < v)%R -> (0 <= t <= 1)%R -> (Z.of_nat n <= Z.abs k)%Z ->
  (bell v t k <= exp (/ (2 * v)) * powerRZ (exp (- / (4 * v))) (Z.of_nat n))%R.
Proof.
move=> v0 t01 nk; have nk' := IZR_le _ _ nk.
have i0 : (0 < / (4 * v))%R by apply: Rinv_0_lt_compat; lra.
have P x m : powerRZ (exp x) (Z.of_nat m) = exp (x * INR m).
  by rewrite -pow_powerRZ -Rpower_pow ?/Rpower ?ln_exp 1?Rmult_comm //; exact: exp_pos.
rewrite P -exp_plus INR_IZR_INZ; apply: exp_at_most.
have sq : (IZR (Z.abs k) <= IZR k * IZR k)%R by rewrite -mult_IZR; apply: IZR_le; nia.
have -> : (/ (2 * v) = 2 * / (4 * v))%R by field; lra.
have -> : (- ((IZR k - t) ^ 2 / (2 * v)) = - (2 * (IZR k - t) ^ 2) * / (4 * v))%R by field; lra.
have -> : (2 * / (4 * v) + - / (4 * v) * IZR (Z.of_nat n) = (2 - IZR (Z.of_nat n)) * / (4 * v))%R by ring.
apply: Rmult_le_compat_r; first lra.
have := Rle_0_sqr (IZR k - 2 * t); rewrite /Rsqr; nra.
Qed.

Lemma theta_bounded (v : R) : (0 < v)%R -> exists C : R, forall t, etheta v t <= (C : RR)%:E.
Proof.
move=> v0; pose c := exp (/ (2 * v)); pose b := exp (- / (4 * v)).
have b01 : (0 < b < 1)%R.
  split; first exact: exp_pos.
  have := Rinv_0_lt_compat (4 * v); rewrite /b -exp_0 => H; apply: exp_increasing; lra.
exists (c / (1 - b) + c / (1 - b))%R => t.
pose n := Int_part t; have [L U] := base_Int_part t.
have -> : t = (t - IZR n + IZR n)%R by ring.
rewrite etheta_period; have : (0 <= t - IZR n <= 1)%R by rewrite /n; lra.
move: (t - IZR n)%R => u u01; rewrite RplusE EFinD -geometric_sum //.
by apply: lee_add; apply: lee_nneseries => i _; rewrite ?ebell_ge0 // lee_fin; apply/RleP; apply: bell_bound => //; lia.
Qed.

Lemma etheta_finite (v t : R) : (0 < v)%R -> etheta v t = (theta v t : RR)%:E.
Proof.
move=> v0; have [C H] := theta_bounded v0; rewrite /theta fineK // ge0_fin_numE; last exact: etheta_ge0.
by apply: le_lt_trans (H t) _; exact: ltry.
Qed.

Lemma theta_ge0 (v t : R) : (0 < v)%R -> (0 <= theta v t)%R.
Proof. by move=> v0; have := etheta_ge0 v t; rewrite etheta_finite // lee_fin => /RleP. Qed.

Lemma theta_positive (v : R) : (0 < v)%R -> (1 <= theta v 0)%R.
Proof.
move=> v0; have := @sum_over_Z_term (ebell v 0) (ebell_ge0 v 0); rewrite -/(etheta v 0) etheta_finite //.
rewrite lee_fin => /RleP; rewrite /bell (_ : (- _)%R = 0%R) ?exp_0 //; field; lra.
Qed.

(* with x - a = p and y - b = q: p^2 + q^2 is half of (p + q)^2 + (q - p)^2, which here is twice i^2 + j^2 *)
Lemma bell_pair (v a b c d : R) (x y i j : Z) : (0 < v)%R ->
  (IZR x - a + (IZR y - b) = 2 * (IZR i - c))%R -> (IZR y - b - (IZR x - a) = 2 * (IZR j - d))%R ->
  ebell v a x * ebell v b y = ebell (v / 2) d j * ebell (v / 2) c i.
Proof.
move=> v0 sum difference; rewrite /ebell -!EFinM -!RmultE; congr (_%:E); rewrite /bell -!exp_plus; congr exp.
have -> : (IZR x - a = IZR i - c - (IZR j - d))%R by lra.
have -> : (IZR y - b = IZR i - c + (IZR j - d))%R by lra.
by field; lra.
Qed.

(* all pairs of integers (x, y), by the parity of y - x *)
Lemma etheta_product (v a b : R) : (0 < v)%R -> etheta v a * etheta v b =
  etheta (v / 2) ((b - a) / 2) * etheta (v / 2) ((a + b) / 2) +
  etheta (v / 2) ((b - a - 1) / 2) * etheta (v / 2) ((a + b - 1) / 2).
Proof.
move=> v0; have v2 : (0 < v / 2)%R by lra.
have pos w u w' u' k k' : 0 <= ebell w u k * ebell w' u' k' by apply: mule_ge0; exact: ebell_ge0.
have pairs w u w' u' : (0 < w')%R ->
    etheta w u * etheta w' u' = sum_over_Z (fun k => ebell w u k * etheta w' u').
  move=> w'0; rewrite (@etheta_finite w' u') // muleC -sum_over_Z_scale; last by move=> k; exact: ebell_ge0.
  by congr sum_over_Z; apply/funext => k; exact: muleC.
have inner w u w' u' k n : ebell w u k * etheta w' u' = sum_over_Z (fun i => ebell w u k * ebell w' u' (i + n)%Z).
  rewrite (@sum_over_Z_scale (fun i => ebell w' u' (i + n)%Z) (bell w u k)); last by move=> i; exact: ebell_ge0.
  by rewrite (@sum_over_Z_moved (ebell w' u')) // => i; exact: ebell_ge0.
rewrite !pairs //.
transitivity (sum_over_Z (fun x => sum_over_Z (fun w => ebell v a x * ebell v b (w + x)%Z))).
  by congr sum_over_Z; apply/funext => x; exact: inner.
rewrite sum_over_Z_exchange // sum_over_Z_parity; last by move=> w; apply: sum_over_Z_ge0.
congr (_ + _); congr sum_over_Z; apply/funext => j; rewrite (inner _ _ _ _ _ j); congr sum_over_Z; apply/funext => x;
  apply: bell_pair => //; rewrite !plus_IZR ?mult_IZR; field.
Qed.

Lemma theta_product (v a b : R) : (0 < v)%R -> (theta v a * theta v b =
  theta (v / 2) ((b - a) / 2) * theta (v / 2) ((a + b) / 2) +
  theta (v / 2) ((b - a - 1) / 2) * theta (v / 2) ((a + b - 1) / 2))%R.
Proof.
move=> v0; have v2 : (0 < v / 2)%R by lra.
by have := etheta_product a b v0; rewrite !etheta_finite // -!EFinM -EFinD => -[].
Qed.

(* with A and B for the sums over one parity, f(t)^2 = A(0) A(t) + B(0) B(t), f(0) f(2t) = A(t)^2 + B(t)^2 and
   f(0)^2 = A(0)^2 + B(0)^2 *)
Lemma theta_doubled (v t : R) : (0 < v)%R -> (theta v t ^ 4 <= theta v 0 ^ 3 * theta v (2 * t))%R.
Proof.
move=> v0; have S := theta_product t t v0; have D := theta_product 0 (2 * t) v0; have O := theta_product 0 0 v0.
have E1 : ((t - t) / 2 = 0)%R by field.
have E2 : ((t + t) / 2 = t)%R by field.
have E3 : ((t - t - 1) / 2 = - / 2)%R by field.
have E4 : ((t + t - 1) / 2 = t - / 2)%R by field.
have E5 : ((2 * t - 0) / 2 = t)%R by field.
have E6 : ((0 + 2 * t) / 2 = t)%R by field.
have E7 : ((2 * t - 0 - 1) / 2 = t - / 2)%R by field.
have E8 : ((0 + 2 * t - 1) / 2 = t - / 2)%R by field.
have E9 : ((0 - 0) / 2 = 0)%R by field.
have E10 : ((0 + 0) / 2 = 0)%R by field.
have E11 : ((0 - 0 - 1) / 2 = - / 2)%R by field.
have E12 : ((0 + 0 - 1) / 2 = - / 2)%R by field.
rewrite E1 E2 E3 E4 in S; rewrite E5 E6 E7 E8 in D; rewrite E9 E10 E11 E12 in O.
have -> : (theta v t ^ 4 = (theta v t * theta v t) ^ 2)%R by ring.
have -> : (theta v 0 ^ 3 * theta v (2 * t) = (theta v 0 * theta v 0) * (theta v 0 * theta v (2 * t)))%R by ring.
rewrite S D O; move: (theta (v / 2) 0) (theta (v / 2) (- / 2)) (theta (v / 2) t) (theta (v / 2) (t - / 2)) => a b c d.
have := Rle_0_sqr (a * d - b * c); rewrite /Rsqr; nra.
Qed.

Theorem theta_greatest (v t : R) : (0 < v)%R -> (theta v t <= theta v 0)%R.
Proof.
move=> v0; have f0 := theta_positive v0; pose g u := (theta v u / theta v 0)%R.
have g0 u : (0 <= g u)%R by apply: Rmult_le_pos; [exact: theta_ge0|apply: Rlt_le; apply: Rinv_0_lt_compat; lra].
have step u : (g u ^ 4 <= g (2 * u))%R.
  apply: (Rmult_le_reg_r (theta v 0 ^ 4)); first by apply: pow_lt; lra.
  have -> : (g u ^ 4 * theta v 0 ^ 4 = theta v u ^ 4)%R by rewrite /g; field; lra.
  have -> : (g (2 * u) * theta v 0 ^ 4 = theta v 0 ^ 3 * theta v (2 * u))%R by rewrite /g; field; lra.
  exact: theta_doubled.
have [C H] := theta_bounded v0.
have bounded u : (g u <= C)%R.
  have : (theta v u <= C)%R by apply/RleP; rewrite -lee_fin -etheta_finite.
  have : (theta v u = g u * theta v 0)%R by rewrite /g; field; lra.
  have := g0 u; nra.
have powers n : forall u, (g u ^ (4 ^ n) <= C)%R.
  elim: n => [|n IH] u; first by rewrite pow_1.
  rewrite Nat.pow_succ_r' pow_mult; apply: Rle_trans (IH (2 * u)%R).
  by apply: pow_incr; split; [apply: pow_le|].
apply: Rnot_lt_le => larger.
have g1 : (1 < g t)%R by apply: (Rmult_lt_reg_r (theta v 0)); [lra|]; rewrite Rmult_1_l /g; field_simplify; lra.
have [N big] := Pow_x_infinity (g t) ltac:(rewrite Rabs_pos_eq; lra) (C + 1)%R.
have := big (4 ^ N)%nat (Nat.lt_le_incl _ _ (Nat.pow_gt_lin_r 4 N ltac:(lia))).
rewrite Rabs_pos_eq; last by apply: pow_le; lra.
have := powers N t; lra.
Qed.
