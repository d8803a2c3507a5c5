(* The second moment of the staircase and the mixed moment of the hourglass, as series of Coquelicot's integrals over
   the steps, are the shipped variance and covariance; the covariance vanishes at the optimal gamma. *)

From Coq Require Import ZArith Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From dpmean_proofs Require Import Emitted Exponent.
Local Open Scope R_scope.

(* the sum of a series, and an integral, by the names that Statements.v has for them *)
Definition series_is (a : nat -> R) (v : R) : Prop := is_series a v.
Definition integral (f : R -> R) (u v : R) : R := RInt f u v.

(* the right end of step n, where steps are counted from 0: (n + gamma) Delta *)
Definition edge (g d : R) (n : nat) : R := (INR n + g) * d.

(* on step n + 1, [edge n, edge (n + 1)), the density is A b^(n + 1); on step 0, for 0 <= x < edge 0, it is A *)
Lemma density_on_step_0 (b g d x : R) : 0 < g <= 1 -> 0 < d -> 0 <= x < edge g d 0 ->
  staircase_density b g d x = staircase_normalizer b g d.
Proof.
  intros Hg Hd Hx; unfold staircase_density, staircase_normalizer, edge in *; simpl in Hx.
  rewrite Rabs_pos_eq by lra.
  assert (E : x = x / d * d) by (field; lra); set (v := x / d) in *; clearbody v; subst x.
  assert (Hv : v < g) by (apply (Rmult_lt_reg_r d); lra).
  assert (Hv' : 0 <= v) by (apply (Rmult_le_reg_r d); lra).
  floors; assert (n < 0)%Z by int_lra; assert (-2 < n)%Z by int_lra.
  replace (n + 1)%Z with 0%Z by lia; simpl; ring.
Qed.

Lemma density_on_step (b g d x : R) (n : nat) : 0 < g <= 1 -> 0 < d -> edge g d n <= x < edge g d (S n) ->
  staircase_density b g d x = staircase_normalizer b g d * b ^ S n.
Proof.
  intros Hg Hd Hx; unfold staircase_density, staircase_normalizer, edge in *; rewrite S_INR in Hx.
  assert (P : 0 <= (INR n + g) * d) by (apply Rmult_le_pos; [pose proof (pos_INR n)|]; lra).
  rewrite Rabs_pos_eq by lra.
  assert (E : x = x / d * d) by (field; lra); set (v := x / d) in *; clearbody v; subst x.
  assert (Hv : v < INR n + 1 + g) by (apply (Rmult_lt_reg_r d); lra).
  assert (Hv' : INR n + g <= v) by (apply (Rmult_le_reg_r d); lra).
  rewrite INR_IZR_INZ in *; floors.
  assert (n0 < Z.of_nat n + 1)%Z by int_lra; assert (Z.of_nat n < n0 + 1)%Z by int_lra.
  replace (n0 + 1)%Z with (Z.of_nat (S n)) by lia; rewrite <- pow_powerRZ; reflexivity.
Qed.

(* E X^2 on both sides of step 0, and of step n + 1 *)
Lemma moment_step_0 (b g d : R) : 0 < g <= 1 -> 0 < d ->
  is_RInt (fun x => x ^ 2 * staircase_density b g d x) 0 (edge g d 0)
    (staircase_normalizer b g d * (edge g d 0 ^ 3 / 3)).
Proof.
  intros Hg Hd.
  assert (P : 0 <= edge g d 0) by (unfold edge; simpl; apply Rmult_le_pos; lra).
  apply (is_RInt_ext (fun x => staircase_normalizer b g d * x ^ 2)).
  { intros x; rewrite Rmin_left, Rmax_right by assumption; intros Hx.
    rewrite density_on_step_0 by lra; apply Rmult_comm. }
  replace (staircase_normalizer b g d * (edge g d 0 ^ 3 / 3))
    with (minus (staircase_normalizer b g d * (edge g d 0 ^ 3 / 3)) (staircase_normalizer b g d * (0 ^ 3 / 3)))
    by (unfold minus, plus, opp; simpl; field).
  apply (is_RInt_derive (fun x => staircase_normalizer b g d * (x ^ 3 / 3))).
  - intros x _; auto_derive; [trivial|field].
  - intros x _; apply (continuous_mult (fun _ => staircase_normalizer b g d)); [apply continuous_const|].
    apply continuity_pt_filterlim; apply derivable_continuous_pt; apply derivable_pt_pow.
Qed.

Lemma moment_step (b g d : R) (n : nat) : 0 < g <= 1 -> 0 < d ->
  is_RInt (fun x => x ^ 2 * staircase_density b g d x) (edge g d n) (edge g d (S n))
    (staircase_normalizer b g d * b ^ S n * ((edge g d (S n) ^ 3 - edge g d n ^ 3) / 3)).
Proof.
  intros Hg Hd; set (C := staircase_normalizer b g d * b ^ S n).
  assert (P : edge g d n <= edge g d (S n)) by (unfold edge; rewrite S_INR; apply Rmult_le_compat_r; lra).
  apply (is_RInt_ext (fun x => C * x ^ 2)).
  { intros x; rewrite Rmin_left, Rmax_right by assumption; intros Hx.
    rewrite (density_on_step b g d x n) by lra; apply Rmult_comm. }
  replace (C * ((edge g d (S n) ^ 3 - edge g d n ^ 3) / 3))
    with (minus (C * (edge g d (S n) ^ 3 / 3)) (C * (edge g d n ^ 3 / 3)))
    by (unfold minus, plus, opp; simpl; field).
  apply (is_RInt_derive (fun x => C * (x ^ 3 / 3))).
  - intros x _; auto_derive; [trivial|field].
  - intros x _; apply (continuous_mult (fun _ => C)); [apply continuous_const|].
    apply continuity_pt_filterlim; apply derivable_continuous_pt; apply derivable_pt_pow.
Qed.

(* geometric series with quadratic coefficients *)
Lemma square_geometric_limit (b : R) : 0 < b < 1 -> is_lim_seq (fun n => INR (S n) ^ 2 * b ^ n) 0.
Proof.
  intros Hb; apply is_lim_seq_abs_0; apply ex_series_lim_0.
  assert (P : forall n, 0 < INR (S n)) by (intros n; apply lt_0_INR; lia).
  assert (B : forall n, 0 < b ^ n) by (intros n; apply pow_lt; lra).
  apply (ex_series_DAlembert _ b); [lra| |].
  - intros n; specialize (P n); specialize (B n); apply Rgt_not_eq.
    apply Rmult_lt_0_compat; [apply pow_lt|]; assumption.
  - apply (is_lim_seq_ext (fun n => (1 + / INR (S n)) * (1 + / INR (S n)) * b)).
    { intros n; specialize (P n) as Pn; specialize (B n) as Bn; rewrite Rabs_pos_eq.
      - rewrite (S_INR (S n)); change (b ^ S n) with (b * b ^ n).
        set (x := INR (S n)) in *; set (y := b ^ n) in *; clearbody x y; field; lra.
      - apply Rlt_le, Rdiv_lt_0_compat; apply Rmult_lt_0_compat; try apply pow_lt; auto; lra. }
    assert (L : is_lim_seq (fun n => / INR (S n)) 0).
    { apply (is_lim_seq_incr_1 (fun n => / INR n)).
      change (Finite 0) with (Rbar_inv p_infty); apply is_lim_seq_inv; [apply is_lim_seq_INR|discriminate]. }
    assert (M : is_lim_seq (fun n => 1 + / INR (S n)) (1 + 0)).
    { apply is_lim_seq_plus'; [apply is_lim_seq_const|exact L]. }
    replace (Finite b) with (Finite ((1 + 0) * (1 + 0) * b)) by (f_equal; ring).
    apply is_lim_seq_mult'; [apply is_lim_seq_mult'; exact M|apply is_lim_seq_const].
Qed.

Lemma quadratic_geometric_limit (b p q r : R) : 0 < b < 1 ->
  is_lim_seq (fun n => b ^ n * (p * INR n ^ 2 + q * INR n + r)) 0.
Proof.
  intros Hb; apply is_lim_seq_abs_0.
  set (M := Rabs p + Rabs q + Rabs r).
  apply (is_lim_seq_le_le (fun _ => 0) _ (fun n => M * (INR (S n) ^ 2 * b ^ n))).
  - intros n; split; [apply Rabs_pos|].
    assert (B : 0 < b ^ n) by (apply pow_lt; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (b ^ n)) by lra.
    replace (M * (INR (S n) ^ 2 * b ^ n)) with (b ^ n * (M * INR (S n) ^ 2)) by ring.
    apply Rmult_le_compat_l; [lra|]; rewrite S_INR.
    pose proof (pos_INR n) as N; set (x := INR n) in *; clearbody x.
    pose proof (Rabs_pos p); pose proof (Rabs_pos q); pose proof (Rabs_pos r).
    eapply Rle_trans; [apply Rabs_triang|].
    eapply Rle_trans; [apply Rplus_le_compat_r; apply Rabs_triang|].
    rewrite !Rabs_mult, (Rabs_pos_eq (x ^ 2)), (Rabs_pos_eq x) by (try apply pow_le; assumption).
    unfold M; nra.
  - apply is_lim_seq_const.
  - replace (Finite 0) with (Finite (M * 0)) by (f_equal; ring).
    apply is_lim_seq_mult'; [apply is_lim_seq_const|now apply square_geometric_limit].
Qed.

Lemma is_series_telescoping (b p q r : R) (a : nat -> R) : 0 < b < 1 ->
  (forall n, a n = b ^ n * (p * INR n ^ 2 + q * INR n + r) - b ^ S n * (p * INR (S n) ^ 2 + q * INR (S n) + r)) ->
  is_series a r.
Proof.
  intros Hb Ha.
  assert (Sum : forall N, sum_n a N = r - b ^ S N * (p * INR (S N) ^ 2 + q * INR (S N) + r)).
  { induction N as [|N IH].
    - rewrite sum_O, Ha; simpl; ring.
    - rewrite sum_Sn, IH, Ha.
      set (u := b ^ S N * (p * INR (S N) ^ 2 + q * INR (S N) + r)).
      set (v := b ^ S (S N) * (p * INR (S (S N)) ^ 2 + q * INR (S (S N)) + r)).
      change (r - u + (u - v) = r - v); ring. }
  apply (is_lim_seq_ext (fun N => r - b ^ S N * (p * INR (S N) ^ 2 + q * INR (S N) + r)) (sum_n a) r).
  { intros N; symmetry; apply Sum. }
  replace (Finite r) with (Finite (r - 0)) by (f_equal; ring).
  apply is_lim_seq_minus'; [apply is_lim_seq_const|].
  apply (is_lim_seq_incr_1 (fun N => b ^ N * (p * INR N ^ 2 + q * INR N + r))).
  now apply quadratic_geometric_limit.
Qed.

(* E X^2 of the staircase: twice the central half-step, and twice the series over all others, is the shipped variance *)
Theorem staircase_second_moment (b g d : R) : 0 < b < 1 -> 0 < g <= 1 -> 0 < d ->
  let f x := x ^ 2 * staircase_density b g d x in
  is_series (fun n => 2 * RInt f (edge g d n) (edge g d (S n)))
    (staircase_variance b g d - 2 * RInt f 0 (edge g d 0)).
Proof.
  intros Hb Hg Hd f; unfold f; clear f.
  rewrite (is_RInt_unique _ _ _ _ (moment_step_0 b g d Hg Hd)).
  set (A := staircase_normalizer b g d).
  pose (al := b / (1 - b)); pose (be := (b + 2 * b * al) / (1 - b)); pose (de := (b / 3 + b * al + b * be) / (1 - b)).
  pose (K := 2 * A * d ^ 3).
  replace (staircase_variance b g d - 2 * (A * (edge g d 0 ^ 3 / 3))) with (K * (al * g ^ 2 + be * g + de)).
  - apply (is_series_telescoping b (K * al) (K * (2 * al * g + be)) (K * (al * g ^ 2 + be * g + de))); [assumption|].
    intros n; rewrite (is_RInt_unique _ _ _ _ (moment_step b g d n Hg Hd)); fold A.
    unfold K, de, be, al, edge; rewrite !S_INR; simpl pow; field; lra.
  - unfold K, de, be, al, edge, staircase_variance, A, staircase_normalizer.
    assert (0 <= b * (1 - g)) by (apply Rmult_le_pos; lra).
    simpl INR; field; repeat split; lra.
Qed.

(* The covariance E XY of the hourglass: given X on the signed step J, Y = K Delta - X, and K - J is symmetric about 0
   (Lemma 4), so that E XY = E X (J Delta - X). By symmetry that is twice the half x >= 0: the central step, and the
   series over all others. *)
Lemma mixed_step (b g d c C u v : R) :
  u <= v -> (forall x, u < x < v -> staircase_density b g d x = C) ->
  is_RInt (fun x => x * (c - x) * staircase_density b g d x) u v
    (C * ((c * v ^ 2 / 2 - v ^ 3 / 3) - (c * u ^ 2 / 2 - u ^ 3 / 3))).
Proof.
  intros P H; apply (is_RInt_ext (fun x => C * (x * (c - x)))).
  { intros x; rewrite Rmin_left, Rmax_right by assumption; intros Hx.
    rewrite (H x Hx); apply Rmult_comm. }
  replace (C * ((c * v ^ 2 / 2 - v ^ 3 / 3) - (c * u ^ 2 / 2 - u ^ 3 / 3)))
    with (minus (C * (c * v ^ 2 / 2 - v ^ 3 / 3)) (C * (c * u ^ 2 / 2 - u ^ 3 / 3)))
    by (unfold minus, plus, opp; simpl; field).
  apply (is_RInt_derive (fun x => C * (c * x ^ 2 / 2 - x ^ 3 / 3))).
  - intros x _; auto_derive; [trivial|field].
  - intros x _; apply continuity_pt_filterlim; reg.
Qed.

Theorem hourglass_mixed_moment (b g d : R) : 0 < b < 1 -> 0 < g <= 1 -> 0 < d ->
  let f (j : nat) x := x * (INR j * d - x) * staircase_density b g d x in
  is_series (fun n => 2 * RInt (f (S n)) (edge g d n) (edge g d (S n)))
    (hourglass_covariance b g d - 2 * RInt (f 0%nat) 0 (edge g d 0)).
Proof.
  intros Hb Hg Hd f; unfold f; clear f.
  set (A := staircase_normalizer b g d).
  assert (P0 : 0 <= edge g d 0) by (unfold edge; simpl; apply Rmult_le_pos; lra).
  assert (P : forall n, edge g d n <= edge g d (S n)).
  { intros n; unfold edge; rewrite S_INR; apply Rmult_le_compat_r; lra. }
  assert (M0 := mixed_step b g d (INR 0 * d) A 0 (edge g d 0) P0
    (fun x Hx => density_on_step_0 b g d x Hg Hd (conj (Rlt_le _ _ (proj1 Hx)) (proj2 Hx)))).
  assert (M := fun n => mixed_step b g d (INR (S n) * d) (A * b ^ S n) _ _ (P n)
    (fun x Hx => density_on_step b g d x n Hg Hd (conj (Rlt_le _ _ (proj1 Hx)) (proj2 Hx)))).
  rewrite (is_RInt_unique _ _ _ _ M0).
  pose (al := b * g / (1 - b)).
  assert (Hc : 0 <= b * (1 - g)) by (apply Rmult_le_pos; lra).
  pose (K := 2 * A * d ^ 3).
  match goal with |- is_series _ ?v => pose (V := v) end.
  assert (E : exists p q, V = K * q /\ forall n : nat,
    b * ((INR n + 1) * (2 * (INR n + g) + 1) / 2 - (INR n + g) ^ 2 - (INR n + g) - 1 / 3) =
    (p * INR n + q) - b * (p * (INR n + 1) + q)).
  { exists (b * (1 / 2 - g) / (1 - b)).
    exists ((b * (1 / 6 - g ^ 2) + b * (b * (1 / 2 - g) / (1 - b))) / (1 - b)).
    split.
    - unfold V, K, hourglass_covariance, A, staircase_normalizer, edge; simpl INR; field; repeat split; lra.
    - intros n; field; lra. }
  destruct E as [p [q [EV EN]]]; fold V; rewrite EV.
  apply (is_series_telescoping b 0 (K * p) (K * q)); [assumption|].
  intros n; rewrite (is_RInt_unique _ _ _ _ (M n)).
  transitivity (K * b ^ n * (b * ((INR n + 1) * (2 * (INR n + g) + 1) / 2 - (INR n + g) ^ 2 - (INR n + g) - 1 / 3))).
  - unfold K, edge; rewrite !S_INR; change (b ^ S n) with (b * b ^ n); field.
  - rewrite EN, !S_INR; change (b ^ S n) with (b * b ^ n); ring.
Qed.

(* The shipped covariance vanishes at the shipped optimal gamma. *)
Theorem covariance_vanishes (b c d : R) : 0 < b < 1 -> c ^ 3 = optimal_gamma_cube b ->
  hourglass_covariance b (optimal_gamma_mse b c) d = 0.
Proof.
  intros Hb Hc; unfold hourglass_covariance, optimal_gamma_mse.
  replace (b + (c - b) / (1 - b) * (1 - b)) with c by (field; lra).
  unfold optimal_gamma_cube in Hc; rewrite Hc; unfold Rdiv; ring.
Qed.
