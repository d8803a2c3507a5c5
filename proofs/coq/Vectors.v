(* Discrete Gaussian noise on every coordinate of a vector of integers: its Renyi divergence is the sum of those of the
   coordinates, so that rho is the squared norm of the shift by 2 sigma^2. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Measure Law Line Parity Theta Gaussian Approximate.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Lemma power_of_products (a b c d x y : R) : (0 < a)%R -> (0 < b)%R -> (0 < c)%R -> (0 < d)%R ->
  (Rpower (a * b) x * Rpower (c * d) y = Rpower a x * Rpower c y * (Rpower b x * Rpower d y))%R.
Proof. by move=> a0 b0 c0 d0; rewrite -!Rpower_mult_distr //; ring. Qed.

(* the sum over all lists of d integers *)
Fixpoint sum_over_vectors (d : nat) (a : list Z -> \bar RR) : \bar RR :=
  if d is S d' then sum_over_Z (fun k => sum_over_vectors d' (fun ks => a (k :: ks))) else a nil.

(* P(qs + K = ks), with independent coordinates of K *)
Fixpoint vector_output (sigma2 : R) (qs ks : list Z) : R :=
  match qs, ks with
  | q :: qs', k :: ks' => (gaussian_output sigma2 q k * vector_output sigma2 qs' ks')%R
  | _, _ => 1%R
  end.

Fixpoint squared_distance (qs qs' : list Z) : R :=
  match qs, qs' with
  | x :: xs, y :: ys => (IZR (x - y) ^ 2 + squared_distance xs ys)%R
  | _, _ => 0%R
  end.

Lemma vectors_ge0 (d : nat) (a : list Z -> \bar RR) : (forall ks, 0 <= a ks) -> 0 <= sum_over_vectors d a.
Proof. by elim: d a => [|d IH] a a0 /=; [exact: a0|apply: sum_over_Z_ge0 => k; exact: IH]. Qed.

Lemma vectors_scale (d : nat) (a : list Z -> \bar RR) (r : RR) : (forall ks, 0 <= a ks) ->
  sum_over_vectors d (fun ks => r%:E * a ks) = r%:E * sum_over_vectors d a.
Proof.
elim: d a => [|d IH] a a0 //=; rewrite -sum_over_Z_scale; last by move=> k; exact: vectors_ge0.
by congr sum_over_Z; apply/funext => k; rewrite IH.
Qed.

Lemma vectors_le (d : nat) (a c : list Z -> \bar RR) : (forall ks, 0 <= a ks) -> (forall ks, a ks <= c ks) ->
  sum_over_vectors d a <= sum_over_vectors d c.
Proof.
elim: d a c => [|d IH] a c a0 ac /=; first exact: ac.
by apply: sum_over_Z_le => k; [exact: vectors_ge0|exact: IH].
Qed.

Lemma vectors_add (d : nat) (a c : list Z -> \bar RR) : (forall ks, 0 <= a ks) -> (forall ks, 0 <= c ks) ->
  sum_over_vectors d (fun ks => a ks + c ks) = sum_over_vectors d a + sum_over_vectors d c.
Proof.
elim: d a c => [|d IH] a c a0 c0 //=; rewrite -sum_over_Z_add; try by move=> k; exact: vectors_ge0.
by congr sum_over_Z; apply/funext => k; rewrite IH.
Qed.

Section Vectors.
Variable (sigma2 : R).
Hypothesis (s0 : (0 < sigma2)%R).

Lemma vector_positive (qs ks : list Z) : (0 < vector_output sigma2 qs ks)%R.
Proof.
elim: qs ks => [|q qs IH] [|k ks] /=; try exact: Rlt_0_1.
by apply: Rmult_lt_0_compat => //; exact: output_positive.
Qed.

Lemma vector_mass_one (qs : list Z) :
  sum_over_vectors (size qs) (fun ks => (vector_output sigma2 qs ks : RR)%:E) = 1.
Proof.
elim: qs => [|q qs IH] //=; rewrite -(gaussian_mass_one s0 q); congr sum_over_Z; apply/funext => k.
rewrite -[RHS]mule1 -IH -vectors_scale //.
by move=> ks; rewrite lee_fin; apply/RleP; apply: Rlt_le; exact: vector_positive.
Qed.

Theorem vector_renyi (alpha : R) (qs qs' : list Z) : size qs = size qs' ->
  sum_over_vectors (size qs) (fun ks =>
    (Rpower (vector_output sigma2 qs ks) alpha * Rpower (vector_output sigma2 qs' ks) (1 - alpha) : RR)%R%:E) <=
  (exp ((alpha - 1) * discrete_gaussian_divergence (squared_distance qs qs') alpha sigma2) : RR)%:E.
Proof.
have r0 (x y : R) : 0 <= (Rpower x alpha * Rpower y (1 - alpha) : RR)%R%:E.
  by rewrite lee_fin; apply/RleP; apply: Rmult_le_pos; exact: Rlt_le (exp_pos _).
elim: qs qs' => [|q qs IH] [|q' qs'] //= same.
- rewrite lee_fin; apply/RleP; rewrite /Rpower ln_1 !Rmult_0_r exp_0 /discrete_gaussian_divergence.
  by rewrite Rmult_0_r /Rdiv Rmult_0_l Rmult_0_r exp_0 Rmult_1_r; exact: Rle_refl.
- have /IH {IH} : size qs = size qs' by case: same.
  set E := (exp _ : RR); set rest := sum_over_vectors _ _ => le.
  have E0 : 0 <= E%:E by rewrite lee_fin; apply/RleP; exact: Rlt_le (exp_pos _).
  have P := vector_positive; have Q p k : (0 < gaussian_output sigma2 p k)%R.
    by have := P [:: p] [:: k]; rewrite /= Rmult_1_r.
  apply: (@le_trans _ _ (E%:E * gaussian_renyi_sum sigma2 alpha q q')).
  + rewrite -sum_over_Z_scale; last by move=> k; exact: r0.
    apply: sum_over_Z_le => k; first by apply: vectors_ge0 => ks; exact: r0.
    rewrite muleC (_ : sum_over_vectors _ _ = (Rpower (gaussian_output sigma2 q k) alpha *
      Rpower (gaussian_output sigma2 q' k) (1 - alpha) : RR)%R%:E * rest); first exact: lee_wpmul2l.
    rewrite /rest -vectors_scale; last by move=> ks; exact: r0.
    congr sum_over_vectors; apply/funext => ks; rewrite -EFinM; congr (_%:E); rewrite -RmultE.
    exact: power_of_products.
  + apply: (@le_trans _ _ (E%:E *
      (exp ((alpha - 1) * discrete_gaussian_divergence (IZR (q - q') ^ 2) alpha sigma2) : RR)%:E)).
      by apply: lee_wpmul2l => //; exact: gaussian_renyi_at_most.
    rewrite -EFinM lee_fin -RmultE -exp_plus; apply/RleP/Req_le; congr exp.
    by rewrite /discrete_gaussian_divergence; field; lra.
Qed.

Theorem vector_zcdp (D alpha : R) (qs qs' : list Z) : size qs = size qs' -> (1 < alpha)%R ->
  (squared_distance qs qs' <= D ^ 2)%R ->
  sum_over_vectors (size qs) (fun ks =>
    (Rpower (vector_output sigma2 qs ks) alpha * Rpower (vector_output sigma2 qs' ks) (1 - alpha) : RR)%R%:E) <=
  (exp ((alpha - 1) * (alpha * discrete_gaussian_rho D sigma2)) : RR)%:E.
Proof.
move=> same a1 close; apply: le_trans (vector_renyi alpha same) _; rewrite lee_fin; apply/RleP/exp_at_most.
apply: Rmult_le_compat_l; first lra.
rewrite /discrete_gaussian_divergence /discrete_gaussian_rho /Rdiv Rmult_assoc; apply: Rmult_le_compat_l; first lra.
by apply: Rmult_le_compat_r => //; apply: Rlt_le; apply: Rinv_0_lt_compat; lra.
Qed.

(* P(qs + K in A) *)
Definition vector_mechanism (qs : list Z) (A : set (list Z)) : \bar RR :=
  sum_over_vectors (size qs) (fun ks => if pselect (A ks) then (vector_output sigma2 qs ks : RR)%:E else 0).

Theorem vector_approximate (D delta : R) (qs qs' : list Z) (A : set (list Z)) : size qs = size qs' -> (0 < D)%R ->
  (squared_distance qs qs' <= D ^ 2)%R -> (0 < delta < 1)%R -> vector_mechanism qs A <=
  (exp (zcdp_epsilon (discrete_gaussian_rho D sigma2) (sqrt (discrete_gaussian_rho D sigma2 * ln (1 / delta)))))%:E *
  vector_mechanism qs' A + (delta : RR)%:E.
Proof.
move=> same D0 close d01; rewrite /vector_mechanism -same.
have r0 : (0 < discrete_gaussian_rho D sigma2)%R.
  by apply: Rmult_lt_0_compat; [apply: pow_lt; lra|apply: Rinv_0_lt_compat; lra].
have [alpha [a1 reached]] := printed_order r0 d01; rewrite -[X in _ <= _ + X%:E]reached.
apply: (renyi_events (@vectors_le _) (@vectors_scale _) (@vectors_add _)) => //; try exact: vector_positive.
exact: vector_zcdp.
Qed.

End Vectors.
