(* The hourglass at every point: it is symmetric under exchange of x and y, and even; the staircase's level is |J|.
   And what the shipped normalisers have to do with one another. Over the real numbers of Coq's library alone. *)

From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Exponent Others.
Local Open Scope R_scope.

(* exchange of x and y = k - x, where Delta = 1: edges of the steps included *)
Theorem exponent_exchange (x g : R) (k : Z) : 0 < g <= 1 -> exponent (IZR k - x) g k = exponent x g k.
Proof.
  intros Hg; unfold exponent, hourglass_exponent, signed_level.
  destruct (Rle_dec 0 x) as [P|P]; destruct (Rle_dec 0 (IZR k - x)) as [Q|Q]; floors.
  - assert (-2 < n0)%Z by int_lra; assert (-2 < n)%Z by int_lra.
    assert (n0 < k)%Z by int_lra; assert (n < k)%Z by int_lra; lia.
  - assert (A : (n0 = n + k)%Z).
    { replace (- (IZR k - x) - g) with (x - g - IZR k) in * by ring.
      assert (n0 < n + k + 1)%Z by int_lra; assert (n + k < n0 + 1)%Z by int_lra; lia. }
    apply Rnot_le_lt in Q; assert (-2 < n)%Z by int_lra; assert (-2 < n0)%Z by int_lra; lia.
  - assert (A : (n = n0 + k)%Z).
    { assert (n < n0 + k + 1)%Z by int_lra; assert (n0 + k < n + 1)%Z by int_lra; lia. }
    apply Rnot_le_lt in P; assert (-2 < n)%Z by int_lra; assert (-2 < n0)%Z by int_lra; lia.
  - apply Rnot_le_lt in P; apply Rnot_le_lt in Q.
    assert (-2 < n0)%Z by int_lra; assert (-2 < n)%Z by int_lra.
    assert (n0 < - k)%Z by int_lra; assert (n < - k)%Z by int_lra; lia.
Qed.

Lemma density_exchange (b g D x : R) (k : Z) : 0 < g <= 1 -> 0 < D ->
  hourglass_density b g D (D * IZR k - x) k = hourglass_density b g D x k.
Proof.
  intros Hg HD; rewrite !density_exponent.
  replace ((D * IZR k - x) / D) with (IZR k - x / D) by (field; lra); now rewrite exponent_exchange.
Qed.

Theorem exponent_even (x g : R) (k : Z) : 0 < g <= 1 -> exponent (- x) g (- k) = exponent x g k.
Proof.
  intros Hg; unfold exponent, hourglass_exponent, signed_level.
  destruct (Rle_dec 0 x) as [P|P]; destruct (Rle_dec 0 (- x)) as [Q|Q]; try lra.
  - replace (- x - g) with (x - g) by lra; floors.
    assert (-2 < n)%Z by int_lra; assert (n < 0)%Z by int_lra; lia.
  - replace (- - x - g) with (x - g) by ring; lia.
  - lia.
Qed.

(* the level of the staircase is the absolute value of the signed step *)
Lemma level_of_step (x g d : R) : 0 < g <= 1 -> 0 < d ->
  (Int_part (Rabs x / d - g) + 1)%Z = Z.abs (signed_level (x / d) g).
Proof.
  intros Hg Hd; rewrite abs_over by assumption; unfold signed_level.
  destruct (Rle_dec 0 (x / d)) as [P|P].
  - rewrite Rabs_pos_eq by assumption; floors.
    assert (-2 < n)%Z by int_lra; lia.
  - apply Rnot_le_lt in P; rewrite Rabs_left by assumption; floors.
    assert (-2 < n)%Z by int_lra; lia.
Qed.

Lemma staircase_of_step (b g d x : R) : 0 < g <= 1 -> 0 < d ->
  staircase_density b g d x = staircase_normalizer b g d * powerRZ b (Z.abs (signed_level (x / d) g)).
Proof. intros Hg Hd; unfold staircase_density; now rewrite level_of_step. Qed.

(* C = (1 - b)/(1 + b) A *)
Lemma normalizers (b g d : R) : 0 < b < 1 -> 0 < g <= 1 -> 0 < d ->
  hourglass_normalizer b g d * ((1 + b) / (1 - b)) = staircase_normalizer b g d.
Proof.
  intros Hb Hg Hd; unfold hourglass_normalizer, staircase_normalizer.
  assert (0 <= b * (1 - g)) by (apply Rmult_le_pos; lra).
  field; repeat split; lra.
Qed.

(* A (2 gamma Delta + 2 Delta b/(1 - b)) = 1: the central step, and all others *)
Lemma staircase_total (b g d : R) : 0 < b < 1 -> 0 < g <= 1 -> 0 < d ->
  staircase_normalizer b g d * (2 * (g * d)) + staircase_normalizer b g d * b * (2 * d) / (1 - b) = 1.
Proof.
  intros Hb Hg Hd; unfold staircase_normalizer.
  assert (0 <= b * (1 - g)) by (apply Rmult_le_pos; lra).
  field; repeat split; lra.
Qed.

(* Lemma 4: given X, the diagonal is two-sided geometric about the signed step J of X *)
Theorem conditional (b g D x : R) (k : Z) : 0 < b < 1 -> 0 < g <= 1 -> 0 < D ->
  hourglass_density b g D x k =
  staircase_density b g D x * ((1 - b) / (1 + b) * powerRZ b (Z.abs (k - signed_level (x / D) g))).
Proof.
  intros Hb Hg HD; rewrite density_exponent, staircase_of_step by assumption.
  rewrite <- (normalizers b g D Hb Hg HD); unfold exponent, hourglass_exponent; rewrite powerRZ_add by lra.
  field; lra.
Qed.
