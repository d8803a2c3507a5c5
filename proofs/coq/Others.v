(* The densities and masses of the other laws under a shift, over the real numbers of Coq's library alone: the
   staircase, Laplace, discrete Laplace, the hourglass on every lattice; and what goes wrong with the hourglass
   at gamma = 0. *)

From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Exponent.
Local Open Scope R_scope.

(* a law with weights C b^n: where n changes by at most one, the weight changes by at most the factor e^eps *)
Lemma weight_bound (eps C : R) (m n : Z) : 0 < eps -> 0 <= C -> (n <= m + 1)%Z -> (m <= n + 1)%Z ->
  C * powerRZ (exp (- eps)) m <= exp eps * (C * powerRZ (exp (- eps)) n).
Proof.
  intros He HC H H'.
  assert (Hb : 0 < exp (- eps)) by apply exp_pos.
  assert (E : exp eps * exp (- eps) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (L1 : exp (- eps) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (L2 : 1 < exp eps) by (rewrite <- exp_0; apply exp_increasing; lra).
  rewrite <- Rmult_assoc, (Rmult_comm (exp eps)), Rmult_assoc; apply Rmult_le_compat_l; [assumption|].
  assert (P : forall z, 0 < powerRZ (exp (- eps)) z) by (intros; now apply powerRZ_lt).
  assert (S : forall z, powerRZ (exp (- eps)) (z + 1) = exp (- eps) * powerRZ (exp (- eps)) z).
  { intros; rewrite powerRZ_add, powerRZ_1 by lra; ring. }
  specialize (P n) as Pn; specialize (P m) as Pm.
  assert (D : n = (m + 1)%Z \/ n = m \/ m = (n + 1)%Z) by lia.
  destruct D as [D|[D|D]]; rewrite D in *.
  - rewrite S, <- Rmult_assoc, E; lra.
  - rewrite <- (Rmult_1_l (powerRZ (exp (- eps)) m)) at 1; apply Rmult_le_compat_r; lra.
  - rewrite S; apply Rmult_le_compat_r; lra.
Qed.

(* the step of |x|, where Delta = 1, changes by at most one under a shift of at most 1 *)
Lemma level_shift (x s g : R) : 0 < g <= 1 -> Rabs s <= 1 ->
  (Int_part (Rabs (x + s) - g) <= Int_part (Rabs x - g) + 1)%Z /\
  (Int_part (Rabs x - g) <= Int_part (Rabs (x + s) - g) + 1)%Z.
Proof.
  intros Hg Hs.
  assert (H : Rabs (x + s) <= Rabs x + 1 /\ Rabs x <= Rabs (x + s) + 1).
  { unfold Rabs in *; destruct (Rcase_abs s); destruct (Rcase_abs x); destruct (Rcase_abs (x + s)); lra. }
  floors; split.
  - assert (n < n0 + 2)%Z by int_lra; lia.
  - assert (n0 < n + 2)%Z by int_lra; lia.
Qed.

Lemma staircase_normalizer_positive (b g d : R) : 0 < b < 1 -> 0 < g <= 1 -> 0 < d -> 0 < staircase_normalizer b g d.
Proof.
  intros Hb Hg Hd; unfold staircase_normalizer, Rdiv.
  assert (0 <= b * (1 - g)) by (apply Rmult_le_pos; lra).
  apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; apply Rmult_lt_0_compat; lra].
Qed.

Lemma abs_over (x d : R) : 0 < d -> Rabs x / d = Rabs (x / d).
Proof. intros H; unfold Rdiv; rewrite Rabs_mult, (Rabs_pos_eq (/ d)); auto with real. Qed.

Lemma staircase_density_positive (b g d x : R) :
  0 < b < 1 -> 0 < g <= 1 -> 0 < d -> 0 < staircase_density b g d x.
Proof.
  intros Hb Hg Hd; apply Rmult_lt_0_compat; [now apply staircase_normalizer_positive|apply powerRZ_lt; lra].
Qed.

(* the staircase: a shift of at most Delta changes the density by at most the factor e^eps, at every point *)
Theorem staircase_shift (eps g d x s : R) : 0 < eps -> 0 < g <= 1 -> 0 < d -> Rabs s <= d ->
  staircase_density (exp (- eps)) g d x <= exp eps * staircase_density (exp (- eps)) g d (x + s).
Proof.
  intros He Hg Hd Hs; unfold staircase_density; rewrite !abs_over by assumption.
  replace ((x + s) / d) with (x / d + s / d) by (field; lra).
  assert (H1 : Rabs (s / d) <= 1).
  { rewrite <- abs_over by assumption; apply (Rmult_le_reg_r d); [lra|].
    unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
  destruct (level_shift (x / d) (s / d) g Hg H1).
  apply weight_bound; [assumption| |lia|lia].
  apply Rlt_le; apply (staircase_normalizer_positive (exp (- eps)) g d); [|assumption|assumption].
  split; [apply exp_pos|rewrite <- exp_0; apply exp_increasing; lra].
Qed.

Lemma laplace_density_positive (eps d x : R) : 0 < eps -> 0 < d -> 0 < laplace_density eps d x.
Proof.
  intros He Hd; unfold laplace_density; pose proof (exp_pos (- (eps * (Rabs x / d)))).
  assert (0 < eps / d) by (apply Rdiv_lt_0_compat; lra).
  apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; assumption|lra].
Qed.

(* Laplace: a shift by s changes the density by at most the factor e^(eps |s| / Delta) *)
Theorem laplace_shift (eps d x s : R) : 0 < eps -> 0 < d ->
  laplace_density eps d x <= exp (eps * (Rabs s / d)) * laplace_density eps d (x + s).
Proof.
  intros He Hd; unfold laplace_density.
  replace (exp (eps * (Rabs s / d)) * (eps / d * exp (- (eps * (Rabs (x + s) / d))) / 2))
    with (eps / d * (exp (eps * (Rabs s / d)) * exp (- (eps * (Rabs (x + s) / d)))) / 2) by (field; lra).
  rewrite <- exp_plus.
  assert (0 < eps / d) by (apply Rdiv_lt_0_compat; lra).
  unfold Rdiv at 1 4; apply Rmult_le_compat_r; [lra|]; apply Rmult_le_compat_l; [lra|].
  assert (T : Rabs (x + s) <= Rabs x + Rabs s) by apply Rabs_triang.
  assert (M : eps * (Rabs (x + s) / d) <= eps * (Rabs x / d) + eps * (Rabs s / d)).
  { rewrite <- Rmult_plus_distr_l; apply Rmult_le_compat_l; [lra|].
    unfold Rdiv; rewrite <- Rmult_plus_distr_r; apply Rmult_le_compat_r; [|assumption].
    apply Rlt_le, Rinv_0_lt_compat; assumption. }
  destruct (Rle_lt_or_eq_dec (- (eps * (Rabs x / d))) (eps * (Rabs s / d) + - (eps * (Rabs (x + s) / d)))) as [L|L];
    [lra|apply Rlt_le; now apply exp_increasing|rewrite L; lra].
Qed.

(* discrete Laplace: its mass at k, where t = e^(-eps/Delta); t^|k| is written e^(-eps |k| / Delta) *)
Definition discrete_laplace (eps D : R) (k : Z) : R :=
  discrete_laplace_pmf (exp (- (eps / D))) (exp (- (eps * (IZR (Z.abs k) / D)))).

Lemma discrete_laplace_positive (eps D : R) (k : Z) : 0 < eps -> 0 < D -> 0 < discrete_laplace eps D k.
Proof.
  intros He HD; unfold discrete_laplace, discrete_laplace_pmf.
  assert (0 < eps / D) by (apply Rdiv_lt_0_compat; lra).
  assert (exp (- (eps / D)) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  pose proof (exp_pos (- (eps / D))).
  apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra|apply exp_pos].
Qed.

Theorem discrete_laplace_shift (eps D : R) (k s : Z) : 0 < eps -> 0 < D ->
  discrete_laplace eps D k <= exp (eps * (IZR (Z.abs s) / D)) * discrete_laplace eps D (k + s).
Proof.
  intros He HD.
  pose proof (laplace_shift eps D (IZR k) (IZR s) He HD) as L.
  rewrite <- plus_IZR in L; unfold laplace_density in L; rewrite <- !abs_IZR in L.
  unfold discrete_laplace, discrete_laplace_pmf.
  assert (0 < eps / D) by (apply Rdiv_lt_0_compat; lra).
  assert (exp (- (eps / D)) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  pose proof (exp_pos (- (eps / D))).
  set (c := (1 - exp (- (eps / D))) / (1 + exp (- (eps / D)))).
  assert (0 < c) by (unfold c; apply Rdiv_lt_0_compat; lra).
  set (u := exp (- (eps * (IZR (Z.abs k) / D)))) in *; set (v := exp (- (eps * (IZR (Z.abs (k + s)) / D)))) in *.
  set (w := exp (eps * (IZR (Z.abs s) / D))) in *.
  replace (w * (c * v)) with (c * (w * v)) by ring; apply Rmult_le_compat_l; [lra|].
  apply (Rmult_le_reg_l (eps / D / 2)); [lra|].
  replace (eps / D / 2 * u) with (eps / D * u / 2) by (field; lra).
  replace (eps / D / 2 * (w * v)) with (w * (eps / D * v / 2)) by (field; lra); assumption.
Qed.

(* the hourglass on the lattice of 1/m, gamma = g/m: its exponent at the lattice point i/m on the diagonal k *)
Definition lattice_exponent (m g i k : Z) : Z := hourglass_exponent (signed_lattice_level i m g) k.

(* On every lattice a move by (j/m, 1 - j/m) changes the exponent by exactly one. *)
Theorem lattice_exponent_move (m g i j k : Z) : (0 < g <= m)%Z -> (0 <= j <= m)%Z ->
  lattice_exponent m g (i + j) (k + 1) = (lattice_exponent m g i k + 1)%Z \/
  lattice_exponent m g (i + j) (k + 1) = (lattice_exponent m g i k - 1)%Z.
Proof.
  intros Hg Hj.
  unfold lattice_exponent, hourglass_exponent, signed_lattice_level.
  assert (Hm : (0 < m)%Z) by lia.
  pose proof (Z_div_mod_eq_full (i - g) m) as E1; pose proof (Z.mod_pos_bound (i - g) m Hm) as B1.
  pose proof (Z_div_mod_eq_full (i + j - g) m) as E2; pose proof (Z.mod_pos_bound (i + j - g) m Hm) as B2.
  pose proof (Z_div_mod_eq_full (- i - g) m) as E3; pose proof (Z.mod_pos_bound (- i - g) m Hm) as B3.
  pose proof (Z_div_mod_eq_full (- (i + j) - g) m) as E4; pose proof (Z.mod_pos_bound (- (i + j) - g) m Hm) as B4.
  set (p := ((i - g) / m)%Z) in *; set (q := ((i + j - g) / m)%Z) in *.
  set (p' := ((- i - g) / m)%Z) in *; set (q' := ((- (i + j) - g) / m)%Z) in *.
  clearbody p q p' q'.
  destruct (Z_le_dec 0 i); destruct (Z_le_dec 0 (i + j)).
  - assert (q = p \/ q = p + 1)%Z by nia; assert (-1 <= p)%Z by nia; lia.
  - lia.
  - assert (p' = -1 \/ p' = 0)%Z by nia; assert (q = -1 \/ q = 0)%Z by nia; lia.
  - assert (p' = q' \/ p' = q' + 1)%Z by nia; assert (-1 <= q')%Z by nia; lia.
Qed.

Lemma lattice_mass (b : R) (g m i k : Z) : discrete_hourglass_mass b g m i k =
  (1 - b) / (1 + b) * ((1 - b) / (IZR (2 * g - 1) * (1 - b) + IZR (2 * m) * b)) * powerRZ b (lattice_exponent m g i k).
Proof.
  unfold discrete_hourglass_mass, lattice_exponent, hourglass_exponent, signed_lattice_level.
  destruct (Z_le_dec 0 i); reflexivity.
Qed.

Lemma lattice_constant_positive (b : R) (g m : Z) : 0 < b < 1 -> (0 < g <= m)%Z ->
  0 < (1 - b) / (1 + b) * ((1 - b) / (IZR (2 * g - 1) * (1 - b) + IZR (2 * m) * b)).
Proof.
  intros Hb Hg.
  assert (1 <= IZR (2 * g - 1)) by (apply IZR_le; lia); assert (0 < IZR (2 * m)) by (apply IZR_lt; lia).
  assert (0 < IZR (2 * m) * b) by (apply Rmult_lt_0_compat; lra).
  assert (0 < IZR (2 * g - 1) * (1 - b)) by (apply Rmult_lt_0_compat; lra).
  apply Rmult_lt_0_compat; apply Rdiv_lt_0_compat; lra.
Qed.

Theorem lattice_hourglass_move (eps : R) (m g i j k : Z) : 0 < eps -> (0 < g <= m)%Z -> (0 <= j <= m)%Z ->
  let p := discrete_hourglass_mass (exp (- eps)) g m in
  p i k <= exp eps * p (i + j)%Z (k + 1)%Z /\ p (i + j)%Z (k + 1)%Z <= exp eps * p i k.
Proof.
  intros He Hg Hj p; unfold p; rewrite !lattice_mass.
  assert (Hb : 0 < exp (- eps) < 1).
  { split; [apply exp_pos|rewrite <- exp_0; apply exp_increasing; lra]. }
  pose proof (lattice_constant_positive _ g m Hb Hg).
  destruct (lattice_exponent_move m g i j k Hg Hj); split; apply weight_bound; try lra; lia.
Qed.

(* gamma = 0, which Definition 2 allows and Section 4.1 excludes: at x = -1 on the diagonal 1 the exponent is 5, and
   after the move by (1, 0) it is 2. *)
Lemma floor_integer (n : Z) (r : R) : r = IZR n -> Int_part r = n.
Proof.
  intros E; floors.
  assert (n0 < n + 1)%Z by int_lra; assert (n < n0 + 1)%Z by int_lra; lia.
Qed.

Lemma gamma_zero_exponents : exponent (-1) 0 1 = 5%Z /\ exponent (-1 + 1) 0 (1 + 1) = 2%Z.
Proof.
  unfold exponent, hourglass_exponent, signed_level.
  destruct (Rle_dec 0 (-1)); [lra|]; destruct (Rle_dec 0 (-1 + 1)); [|lra].
  rewrite (floor_integer 1 (- -1 - 0)) by lra; rewrite (floor_integer 0 (-1 + 1 - 0)) by lra.
  split; reflexivity.
Qed.

(* so the density falls by e^(3 eps) there, and no smaller factor than e^(3 eps) bounds it *)
Theorem gamma_zero_ratio (eps : R) : 0 < eps ->
  let f := hourglass_density (exp (- eps)) 0 1 in
  0 < f (-1) 1%Z /\ f (-1 + 1) (1 + 1)%Z = exp (3 * eps) * f (-1) 1%Z.
Proof.
  intros He f; unfold f; rewrite !density_exponent.
  replace (-1 / 1) with (-1) by field; replace ((-1 + 1) / 1) with (-1 + 1) by field.
  destruct gamma_zero_exponents as [E1 E2]; rewrite E1, E2.
  assert (Hb : 0 < exp (- eps) < 1).
  { split; [apply exp_pos|rewrite <- exp_0; apply exp_increasing; lra]. }
  assert (E : exp (3 * eps) * (exp (- eps) * exp (- eps) * exp (- eps)) = 1).
  { rewrite <- !exp_plus; replace (3 * eps + (- eps + - eps + - eps)) with 0 by ring; apply exp_0. }
  set (b := exp (- eps)) in *.
  assert (0 < hourglass_normalizer b 0 1).
  { unfold hourglass_normalizer; apply Rdiv_lt_0_compat; [apply pow_lt; lra|].
    apply Rmult_lt_0_compat; lra. }
  simpl powerRZ; split.
  - apply Rmult_lt_0_compat; [assumption|repeat apply Rmult_lt_0_compat; lra].
  - replace (hourglass_normalizer b 0 1 * (b * (b * 1)))
      with (hourglass_normalizer b 0 1 * (b * (b * 1)) * (exp (3 * eps) * (b * b * b))) by (rewrite E; ring).
    ring.
Qed.
