(* The exponent of the hourglass changes by exactly one under a move by (x0, 1 - x0), and what this does to the density.
   About the real numbers of Coq's library alone; no measure yet. Theorem 2 of the paper, Appendix D.2. *)

From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted.
Local Open Scope R_scope.

(* the exponent of b at x on the diagonal k, where Delta = 1 *)
Definition exponent (x g : R) (k : Z) : Z := hourglass_exponent (signed_level x g) k.

(* Turns the floors of the goal and of the context into integers with the two inequalities that define them. *)
Ltac floors :=
  repeat match goal with
  | |- context [Int_part ?r] =>
      let n := fresh "n" in let L := fresh "L" in let U := fresh "U" in
      destruct (base_Int_part r) as [L U]; set (n := Int_part r) in *; clearbody n
  | H : context [Int_part ?r] |- _ =>
      let n := fresh "n" in let L := fresh "L" in let U := fresh "U" in
      destruct (base_Int_part r) as [L U]; set (n := Int_part r) in *; clearbody n
  end.

(* an inequality of integers that follows from inequalities of reals *)
Ltac int_lra := apply lt_IZR; repeat (rewrite ?plus_IZR, ?minus_IZR, ?opp_IZR, ?mult_IZR); lra.

Lemma level_move (x x0 g : R) (n m : Z) :
  0 < g <= 1 -> 0 <= x0 <= 1 ->
  IZR n <= x - g -> IZR n - (x - g) > -1 -> IZR m <= x + x0 - g -> IZR m - (x + x0 - g) > -1 ->
  m = n \/ m = (n + 1)%Z.
Proof.
  intros Hg H0 L U L' U'.
  assert (n < m + 1)%Z by int_lra.
  assert (m < n + 2)%Z by int_lra.
  lia.
Qed.

Theorem exponent_move (x g x0 : R) (k : Z) :
  0 < g <= 1 -> 0 <= x0 <= 1 ->
  exponent (x + x0) g (k + 1) = (exponent x g k + 1)%Z \/ exponent (x + x0) g (k + 1) = (exponent x g k - 1)%Z.
Proof.
  intros Hg H0; unfold exponent, hourglass_exponent, signed_level.
  destruct (Rle_dec 0 x) as [P|P]; destruct (Rle_dec 0 (x + x0)) as [Q|Q]; floors.
  - assert (-2 < n0)%Z by int_lra.
    destruct (level_move x x0 g n0 n) as [E|E]; try assumption; lia.
  - lra.
  - apply Rnot_le_lt in P.
    assert (-2 < n0)%Z by int_lra.
    assert (n0 < 1)%Z by int_lra.
    assert (-2 < n)%Z by int_lra.
    assert (n < 1)%Z by int_lra.
    lia.
  - apply Rnot_le_lt in P; apply Rnot_le_lt in Q.
    assert (-2 < n)%Z by int_lra.
    destruct (level_move (- (x + x0)) x0 g n n0) as [E|E]; try assumption; try lra; lia.
Qed.

(* The shipped density is its normaliser times b to the exponent of x/Delta. *)
Lemma density_exponent (b g d x : R) (k : Z) :
  hourglass_density b g d x k = hourglass_normalizer b g d * powerRZ b (exponent (x / d) g k).
Proof.
  unfold hourglass_density, hourglass_normalizer, exponent, hourglass_exponent, signed_level.
  destruct (Rle_dec 0 (x / d)); reflexivity.
Qed.

Lemma normalizer_positive (b g d : R) : 0 < b < 1 -> 0 < g <= 1 -> 0 < d -> 0 < hourglass_normalizer b g d.
Proof.
  intros Hb Hg Hd; unfold hourglass_normalizer, Rdiv.
  assert (0 <= b * (1 - g)) by (apply Rmult_le_pos; lra).
  apply Rmult_lt_0_compat; [apply pow_lt; lra | apply Rinv_0_lt_compat].
  apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra.
Qed.

Lemma density_positive (b g d x : R) (k : Z) :
  0 < b < 1 -> 0 < g <= 1 -> 0 < d -> 0 < hourglass_density b g d x k.
Proof.
  intros Hb Hg Hd; rewrite density_exponent.
  apply Rmult_lt_0_compat; [now apply normalizer_positive | apply powerRZ_lt; lra].
Qed.

(* Theorem 2: a move by (x0, Delta - x0) multiplies the density by exactly b or exactly 1/b. *)
Theorem density_move (b g d x x0 : R) (k : Z) :
  0 < b < 1 -> 0 < g <= 1 -> 0 < d -> 0 <= x0 <= d ->
  hourglass_density b g d (x + x0) (k + 1) = b * hourglass_density b g d x k \/
  hourglass_density b g d x k = b * hourglass_density b g d (x + x0) (k + 1).
Proof.
  intros Hb Hg Hd H0; rewrite !density_exponent.
  replace ((x + x0) / d) with (x / d + x0 / d) by (field; lra).
  assert (H1 : 0 <= x0 / d <= 1).
  { split; [apply Rle_mult_inv_pos; lra|].
    apply (Rmult_le_reg_r d); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Hb0 : b <> 0) by lra.
  destruct (exponent_move (x / d) g (x0 / d) k Hg H1) as [E|E]; rewrite E.
  - left; rewrite powerRZ_add, powerRZ_1 by assumption; ring.
  - right; replace (exponent (x / d) g k) with ((exponent (x / d) g k - 1) + 1)%Z at 1 by lia.
    rewrite powerRZ_add, powerRZ_1 by assumption; ring.
Qed.

(* so in either direction the density grows at most by the factor e^epsilon *)
Corollary density_bounds (eps g d x x0 : R) (k : Z) :
  0 < eps -> 0 < g <= 1 -> 0 < d -> 0 <= x0 <= d ->
  let f := hourglass_density (exp (- eps)) g d in
  f x k <= exp eps * f (x + x0) (k + 1)%Z /\ f (x + x0) (k + 1)%Z <= exp eps * f x k.
Proof.
  intros He Hg Hd H0 f.
  assert (Hb : 0 < exp (- eps) < 1).
  { split; [apply exp_pos|]. rewrite <- exp_0; apply exp_increasing; lra. }
  assert (E : exp eps * exp (- eps) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (P1 : 0 < f x k) by now apply density_positive.
  assert (P2 : 0 < f (x + x0) (k + 1)%Z) by now apply density_positive.
  assert (G : exp (- eps) < exp eps) by (apply exp_increasing; lra).
  assert (S : forall u, exp eps * (exp (- eps) * u) = u) by (intros u; rewrite <- Rmult_assoc, E; ring).
  assert (1 < exp eps) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (W : forall u, 0 < u -> exp (- eps) * u <= exp eps * u) by (intros u Hu; apply Rmult_le_compat_r; lra).
  destruct (density_move (exp (- eps)) g d x x0 k Hb Hg Hd H0) as [H1|H1]; unfold f in *; split.
  - rewrite H1, S; lra.
  - rewrite H1; now apply W.
  - rewrite H1; now apply W.
  - rewrite H1, S; lra.
Qed.
