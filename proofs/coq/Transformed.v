(* Algorithm 3 as the code runs it, over real numbers alone: data sets, neighbours, the two sums, the post-processing.

   By hand (a model): a data set is a list; the sums run over it; neighbours. From the shipped code (Emitted.v): what
   clipping makes of a record, the output as a function of the noisy sums, and the whole program on no, one and two
   records, with which the model is compared here. *)

From Coq Require Import ZArith Reals Lra Lia List Permutation.
From dpmean_proofs Require Import Emitted.
Import ListNotations.
Local Open Scope R_scope.

(* what a record counts: its place between the bounds, after clipping *)
Definition share (l u x : R) : R := (clipped_record l u x - l) / (u - l).

(* the two sums of Algorithm 3 *)
Definition sum1 (l u : R) (D : list R) : R := fold_left Rplus (map (share l u) D) 0.
Definition sum2 (l u : R) (D : list R) : R := INR (length D) - sum1 l u D.

(* the output, from the noisy sums *)
Definition post (l u : R) (s : R * R) : R := program_release_0 l u (fst s) (snd s).

(* one data set is the other with one record more, in any order *)
Definition neighbours (D D' : list R) : Prop :=
  exists x, Permutation D' (x :: D) \/ Permutation D (x :: D').

Lemma fold_left_plus (xs : list R) (a : R) : fold_left Rplus xs a = a + fold_left Rplus xs 0.
Proof.
  revert a; induction xs as [|x xs IH]; intros a; simpl; [ring|].
  rewrite IH, (IH (0 + x)); ring.
Qed.

Lemma sum1_cons (l u x : R) (D : list R) : sum1 l u (x :: D) = share l u x + sum1 l u D.
Proof. unfold sum1; simpl; rewrite fold_left_plus; ring. Qed.

Lemma sum1_permutation (l u : R) (D D' : list R) : Permutation D D' -> sum1 l u D = sum1 l u D'.
Proof.
  induction 1 as [|x D D' _ IH|x y D|D1 D2 D3 _ IH1 _ IH2]; try reflexivity.
  - now rewrite !sum1_cons, IH.
  - rewrite !sum1_cons; ring.
  - now rewrite IH1.
Qed.

Lemma clipped_inside (l u x : R) : l < u -> l <= clipped_record l u x <= u.
Proof. intros H; unfold clipped_record; destruct (Rlt_dec u x); destruct (Rlt_dec l x); lra. Qed.

Lemma clipped_is_nearest (l u x : R) : l < u -> clipped_record l u x = Rmax l (Rmin x u).
Proof.
  intros H; unfold clipped_record, Rmax, Rmin.
  destruct (Rlt_dec u x); destruct (Rlt_dec l x); destruct (Rle_dec x u); destruct (Rle_dec l u); try lra;
    destruct (Rle_dec l x); lra.
Qed.

Lemma share_inside (l u x : R) : l < u -> 0 <= share l u x <= 1.
Proof.
  intros H; unfold share; destruct (clipped_inside l u x H) as [A B]; split.
  - apply Rle_mult_inv_pos; lra.
  - apply (Rmult_le_reg_r (u - l)); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(* one record more moves the two sums by (x0, 1 - x0), x0 its share *)
Lemma sums_move (l u x : R) (D D' : list R) : Permutation D' (x :: D) ->
  sum1 l u D' = sum1 l u D + share l u x /\ sum2 l u D' = sum2 l u D + (1 - share l u x).
Proof.
  intros H; unfold sum2; rewrite (sum1_permutation l u _ _ H), (Permutation_length H), sum1_cons.
  simpl length; rewrite S_INR; lra.
Qed.

(* The model is the shipped program, on no, one and two records. *)
Lemma model_0 (l u : R) : sum1 l u [] = program_s1_0 l u /\ sum2 l u [] = program_s2_0 l u.
Proof. unfold sum2, sum1, program_s1_0, program_s2_0; simpl; lra. Qed.

Lemma model_1 (l u x : R) : sum1 l u [x] = program_s1_1 l u x /\ sum2 l u [x] = program_s2_1 l u x.
Proof.
  unfold sum2, sum1, share, program_s1_1, program_s2_1, clipped_record; simpl.
  destruct (Rlt_dec u x); destruct (Rlt_dec l x); lra.
Qed.

Lemma model_2 (l u x x' : R) : sum1 l u [x; x'] = program_s1_2 l u x x' /\ sum2 l u [x; x'] = program_s2_2 l u x x'.
Proof.
  unfold sum2, sum1, share, program_s1_2, program_s2_2, clipped_record; simpl.
  destruct (Rlt_dec u x); destruct (Rlt_dec l x); destruct (Rlt_dec u x'); destruct (Rlt_dec l x'); lra.
Qed.

Lemma model_release (l u x z1 z2 : R) : l < x < u ->
  program_release_1 l u z1 z2 x = post l u (sum1 l u [x] + z1, sum2 l u [x] + z2).
Proof.
  intros H; unfold sum2, sum1, share, clipped_record; simpl.
  destruct (Rlt_dec u x); [lra|]; destruct (Rlt_dec l x); [|lra].
  unfold post, program_release_1, program_release_0; simpl.
  set (v := 0 + (x - l) / (u - l)).
  replace (0 + (v + z1)) with (v + z1) by ring; replace (0 + (1 - v + z2)) with (1 - v + z2) by ring; reflexivity.
Qed.

Lemma clip_formula (r : R) :
  Rmax 0 (Rmin r 1) = if Rlt_dec 0 r then if Rlt_dec 1 r then 1 else if Rlt_dec r 1 then r else 1 else 0.
Proof.
  unfold Rmax, Rmin; destruct (Rlt_dec 0 r); destruct (Rlt_dec 1 r); destruct (Rlt_dec r 1); destruct (Rle_dec r 1);
    try (destruct (Rle_dec 0 1)); try (destruct (Rle_dec 0 r)); lra.
Qed.

(* What the post-processing is: w Clip(s1 / (s1 + s2), [0, 1]) + l, and the midpoint where s1 + s2 = 0. *)
Lemma post_formula (l u a b : R) :
  post l u (a, b) = (u - l) * (if Req_EM_T (a + b) 0 then 1 / 2 else Rmax 0 (Rmin (a / (a + b)) 1)) + l.
Proof.
  unfold post, program_release_0; simpl; rewrite !Rplus_0_l, clip_formula.
  destruct (Req_EM_T (a + b) 0) as [Z|Z].
  - rewrite Z; destruct (Rlt_dec 0 0); [lra|reflexivity].
  - destruct (Rlt_dec 0 (a + b)); destruct (Rlt_dec 0 (a / (a + b))); destruct (Rlt_dec 1 (a / (a + b)));
      destruct (Rlt_dec (a / (a + b)) 1); reflexivity.
Qed.

Lemma post_cases (l u a b : R) :
  (a + b = 0 -> post l u (a, b) = (u - l) * (1 / 2) + l) /\
  (a + b <> 0 -> post l u (a, b) = (u - l) * Rmax 0 (Rmin (a / (a + b)) 1) + l).
Proof. rewrite post_formula; destruct (Req_EM_T (a + b) 0); split; intros H; try contradiction; reflexivity. Qed.

(* where the output is beyond c, in terms that are linear in the noisy sums; t is the place of c between the bounds *)
Lemma post_beyond (l u c a b : R) : l < u ->
  let t := (c - l) / (u - l) in
  c < post l u (a, b) <->
  (a + b = 0 /\ t < 1 / 2) \/ (0 < a + b /\ (t < 0 \/ (t < 1 /\ 0 < a - t * (a + b)))) \/
  (0 < - (a + b) /\ (t < 0 \/ (t < 1 /\ 0 < - (a - t * (a + b))))).
Proof.
  intros H t; rewrite post_formula.
  assert (E : forall v, c < (u - l) * v + l <-> t < v).
  { intros v; assert (Et : c = (u - l) * t + l) by (unfold t; field; lra); rewrite Et at 1; split; intros Hv.
    - apply (Rmult_lt_reg_l (u - l)); lra.
    - assert ((u - l) * t < (u - l) * v) by (apply Rmult_lt_compat_l; lra); lra. }
  rewrite E; clear E; clearbody t.
  destruct (Req_EM_T (a + b) 0) as [Z|Z]; [lra|].
  assert (M : t < Rmax 0 (Rmin (a / (a + b)) 1) <-> t < 0 \/ (t < 1 /\ t < a / (a + b))).
  { unfold Rmax, Rmin; destruct (Rle_dec (a / (a + b)) 1); destruct (Rle_dec 0 (a / (a + b)));
      try (destruct (Rle_dec 0 1)); lra. }
  rewrite M; clear M.
  assert (Ea : a = (a / (a + b)) * (a + b)) by (field; lra).
  set (r := a / (a + b)) in *; clearbody r.
  destruct (Rlt_dec 0 (a + b)) as [P|P].
  - assert (Q : t < r <-> 0 < a - t * (a + b)).
    { split; intros Hr.
      - assert (t * (a + b) < r * (a + b)) by (apply Rmult_lt_compat_r; lra); lra.
      - apply (Rmult_lt_reg_r (a + b)); lra. }
    lra.
  - assert (N : a + b < 0) by lra.
    assert (Q : t < r <-> 0 < - (a - t * (a + b))).
    { split; intros Hr.
      - assert (t * - (a + b) < r * - (a + b)) by (apply Rmult_lt_compat_r; lra); lra.
      - apply (Rmult_lt_reg_r (- (a + b))); lra. }
    lra.
Qed.
