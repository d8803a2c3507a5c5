(* Privacy for every event of the other laws: noise on the line (staircase, Laplace), on the integers (discrete Laplace)
   and on the pairs of a lattice (the discrete hourglass). And the hourglass at gamma = 0, which is not private. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Exponent Measure Law Plane Others.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* P(q + Z in A) where Z has the density f on the line *)
Definition line_mechanism (f : RR -> RR) (q : RR) (A : set RR) : \bar RR :=
  \int[leb]_(x in [set x | A (x + q)%R]) (f x)%:E.

(* P(q + K in A) where K has the mass p k at the integer k *)
Definition integer_mechanism (p : Z -> R) (q : Z) (A : set Z) : \bar RR :=
  sum_over_Z (fun k => if pselect (A (k + q)%Z) then (p k : RR)%:E else 0).

Lemma line_private (f : RR -> RR) (c q s : RR) (A : set RR) : measurable A -> mfun f ->
  (forall x, 0 <= f x)%R -> (0 <= c)%R -> (forall x, f x <= c * f (x - s))%R ->
  line_mechanism f q A <= c%:E * line_mechanism f (q + s)%R A.
Proof.
move=> mA mf f0 c0 fc.
have back t : line_mechanism f t A = \int[leb]_(x in A) (f (x - t)%R)%:E.
  have mft : mfun (fun x : RR => f (x - t)%R).
    apply: (@measurable_fun_comp _ _ _ _ _ _ f) => //.
    by apply: measurable_sub; [exact: measurable_id|exact: measurable_const].
  rewrite -(@integral_shift t (fun x => f (x - t)%R) A mA mft); last by move=> x; exact: f0.
  by apply: eq_integral => x _; rewrite there_and_back.
have mft t : mfun (fun x : RR => f (x - t)%R).
  apply: (@measurable_fun_comp _ _ _ _ _ _ f) => //.
  by apply: measurable_sub; [exact: measurable_id|exact: measurable_const].
rewrite !back; apply: integral_dominated; [by []|exact: mft|exact: mft|by []|by []|by []|move=> x].
have E : (x - q - s = x - (q + s))%R by ring.
by have := fc (x - q)%R; rewrite E.
Qed.

Lemma sum_over_Z_moved (a : Z -> \bar RR) (s : Z) :
  (forall k, 0 <= a k) -> sum_over_Z (fun k => a (k + s)%Z) = sum_over_Z a.
Proof.
move=> a0.
have up n : forall u : Z -> \bar RR, (forall k, 0 <= u k) -> sum_over_Z (fun k => u (k + Z.of_nat n)%Z) = sum_over_Z u.
  elim: n => [|n IH] u u0; first by congr sum_over_Z; apply/funext => k; congr u; lia.
  rewrite -(IH u) // -[RHS]sum_over_Z_next; last by move=> k; exact: u0.
  by congr sum_over_Z; apply/funext => k; congr u; lia.
case: (Z_le_dec 0 s) => s0.
- by rewrite -(up (Z.to_nat s) a) //; congr sum_over_Z; apply/funext => k; congr a; lia.
- rewrite -(up (Z.to_nat (- s)) (fun k => a (k + s)%Z)); last by move=> k; exact: a0.
  by congr sum_over_Z; apply/funext => k; congr a; lia.
Qed.

Lemma integer_private (p : Z -> R) (c : RR) (q s : Z) (A : set Z) :
  (forall k, 0 <= p k)%R -> (0 <= c)%R -> (forall k, p k <= c * p (k - s)%Z)%R ->
  integer_mechanism p q A <= c%:E * integer_mechanism p (q + s)%Z A.
Proof.
move=> p0 c0 pc; rewrite /integer_mechanism.
have pos t k : 0 <= (if pselect (A (k + t)%Z) then (p k : RR)%:E else 0).
  by case: pselect => ? //=; rewrite lee_fin; apply/RleP.
rewrite -[X in _ <= _ * X](@sum_over_Z_moved _ (- s)%Z) // -sum_over_Z_scale; last by move=> k; exact: pos.
apply: sum_over_Z_le => k; first exact: pos.
have -> : (k + - s + (q + s) = k + q)%Z by lia.
case: pselect => ? /=; last by rewrite mule0.
by rewrite -EFinM lee_fin -RmultE; apply/RleP; exact: pc.
Qed.

Lemma laplace_form (eps D x : R) :
  laplace_density eps D x = (eps / D / 2 * exp (- (eps * (Rabs x / D))))%R.
Proof. by rewrite /laplace_density /Rdiv; ring. Qed.

Section Staircase.
Variables (eps g D : RR).
Hypotheses (e0 : (0 < eps)%R) (g01 : (0 < g <= 1)%R) (D0 : (0 < D)%R).

Lemma measurable_abs : mfun (fun x : RR => Rabs x).
Proof.
rewrite (_ : (fun x : RR => Rabs x : RR) = (fun x => if x \in [set x : RR | (0 <= x)%R] then x else (- x)%R)).
  have mA : measurable [set x : RR | (0 <= x)%R] by apply: (@measurable_le _ _ (fun x : RR => x)); exact: measurable_id.
  apply: measurable_fun_ifT; [|exact: measurable_id|by apply: measurable_opp; exact: measurable_id].
  apply: (@measurable_fun_bool _ _ _ _ true).
  rewrite (_ : _ @^-1` _ = [set x : RR | (0 <= x)%R]) //; apply/seteqP; split=> t /=; first by move=> /set_mem.
  by move=> At; rewrite mem_set.
apply/funext => x; case: (Rle_dec 0 x) => x0.
- by rewrite mem_set //; apply: Rabs_pos_eq.
- by rewrite memNset //; apply: Rabs_left; lra.
Qed.

Lemma measurable_staircase : mfun (fun x : RR => staircase_density (exp (- eps)) g D x).
Proof.
pose w (n : Z) : RR := (staircase_normalizer (exp (- eps)) g D * powerRZ (exp (- eps)) (n + 1))%R.
apply: (@measurable_fun_discrete _ _ _ _ (fun x : RR => Int_part (Rabs x / D - g)%R) w).
by apply: discrete_floor; apply: measurable_sub; [apply: measurable_div; exact: measurable_abs|exact: measurable_const].
Qed.

(* staircase noise gives epsilon-DP to a query that moves by at most Delta *)
Theorem staircase_private (q s : RR) (A : set RR) : measurable A -> (Rabs s <= D)%R ->
  line_mechanism (staircase_density (exp (- eps)) g D) q A <=
    (exp eps)%:E * line_mechanism (staircase_density (exp (- eps)) g D) (q + s)%R A.
Proof.
move=> mA sD; apply: line_private => //.
- exact: measurable_staircase.
- move=> x; apply: Rlt_le; apply: staircase_density_positive => //; exact: decay_inside.
- exact: Rlt_le (exp_pos _).
- by move=> x; rewrite /Rminus; apply: staircase_shift => //; rewrite Rabs_Ropp.
Qed.

(* Laplace noise: epsilon |s| / Delta *)
Lemma measurable_laplace : mfun (fun x : RR => laplace_density eps D x).
Proof.
have mexp : mfun (fun x : RR => exp x).
  apply: continuous_measurable_fun => x; apply/continuity_pt_cvg.
  exact: derivable_continuous_pt (derivable_pt_exp x).
rewrite (_ : (fun x : RR => laplace_density eps D x : RR) =
  (fun x => (eps / D / 2) * (exp (- (eps * (Rabs x / D)))))%R); last first.
  by apply/funext => x; exact: laplace_form.
apply: measurable_scale; apply: (@measurable_fun_comp _ _ _ _ _ _ (fun x : RR => exp x : RR)) => //.
by apply: measurable_opp; apply: measurable_scale; apply: measurable_div; exact: measurable_abs.
Qed.

Theorem laplace_private (q s : RR) (A : set RR) : measurable A ->
  line_mechanism (laplace_density eps D) q A <=
    (exp (eps * (Rabs s / D)))%:E * line_mechanism (laplace_density eps D) (q + s)%R A.
Proof.
move=> mA; apply: line_private => //.
- exact: measurable_laplace.
- by move=> x; apply: Rlt_le; apply: laplace_density_positive.
- exact: Rlt_le (exp_pos _).
- by move=> x; rewrite -(Rabs_Ropp s); apply: laplace_shift.
Qed.

Theorem discrete_laplace_private (q s : Z) (A : set Z) :
  integer_mechanism (discrete_laplace eps D) q A <=
    (exp (eps * (IZR (Z.abs s) / D)))%:E * integer_mechanism (discrete_laplace eps D) (q + s)%Z A.
Proof.
apply: integer_private.
- by move=> k; apply: Rlt_le; exact: discrete_laplace_positive.
- exact: Rlt_le (exp_pos _).
- by move=> k; rewrite -(Z.abs_opp s); exact: discrete_laplace_shift.
Qed.

End Staircase.

(* P((q1 + X, q2 + Y) in A), in steps of 1/m, for lattice hourglass noise: X = i/m, X + Y = k *)
Definition lattice_mechanism (b : R) (g m : Z) (q : Z * Z) (A : set (Z * Z)) : \bar RR :=
  sum_over_Z (fun k => sum_over_Z (fun i =>
    if pselect (A (q.1 + i, q.2 + (k * m - i))%Z) then (discrete_hourglass_mass b g m i k : RR)%:E else 0)).

Theorem lattice_hourglass_private (eps : R) (g m j : Z) (q : Z * Z) (A : set (Z * Z)) :
  (0 < eps)%R -> (0 < g <= m)%Z -> (0 <= j <= m)%Z ->
  let P := lattice_mechanism (exp (- eps)) g m in
  P q A <= (exp eps)%:E * P (q.1 + j, q.2 + (m - j))%Z A /\ P (q.1 + j, q.2 + (m - j))%Z A <= (exp eps)%:E * P q A.
Proof.
move=> e0 gm jm P.
pose p := discrete_hourglass_mass (exp (- eps)) g m.
have p0 i k : (0 <= p i k)%R.
  rewrite /p lattice_mass; apply: Rlt_le; apply: Rmult_lt_0_compat.
    by apply: lattice_constant_positive => //; exact: decay_inside.
  exact: powerRZ_lt (exp_pos _).
pose w i k (r : R) : \bar RR := if pselect (A (q.1 + i, q.2 + (k * m - i))%Z) then (r : RR)%:E else 0.
have w0 i k r : (0 <= r)%R -> 0 <= w i k r.
  by move=> r0; rewrite /w; case: pselect => ? //=; rewrite lee_fin; apply/RleP.
have sum0 (a : Z -> \bar RR) : (forall k, 0 <= a k) -> 0 <= sum_over_Z a.
  by move=> a0; apply: adde_ge0; apply: nneseries_ge0 => n _; exact: a0.
have moved : P (q.1 + j, q.2 + (m - j))%Z A = sum_over_Z (fun k => sum_over_Z (fun i => w i k (p (i - j) (k - 1))%Z)).
  rewrite -[RHS](@sum_over_Z_moved _ 1); last by move=> k; apply: sum0 => i; exact: w0.
  congr sum_over_Z; apply/funext => k.
  rewrite -[RHS](@sum_over_Z_moved _ j); last by move=> i; exact: w0.
  congr sum_over_Z; apply/funext => i; rewrite /w /=.
  have -> : (q.1 + j + i, q.2 + (m - j) + (k * m - i))%Z = (q.1 + (i + j), q.2 + ((k + 1) * m - (i + j)))%Z.
    by congr (_, _); lia.
  by rewrite /p; have -> : (i + j - j = i)%Z by [lia]; have -> : (k + 1 - 1 = k)%Z by lia.
have scale (h : Z -> Z -> R) : (forall i k, 0 <= h i k)%R ->
  sum_over_Z (fun k => sum_over_Z (fun i => (exp eps)%:E * w i k (h i k))) =
  (exp eps)%:E * sum_over_Z (fun k => sum_over_Z (fun i => w i k (h i k))).
  move=> h0; rewrite -sum_over_Z_scale; last by move=> k; apply: sum0 => i; exact: w0.
  by congr sum_over_Z; apply/funext => k; rewrite sum_over_Z_scale // => i; exact: w0.
have step (h h' : Z -> Z -> R) : (forall i k, 0 <= h i k)%R -> (forall i k, 0 <= h' i k)%R ->
  (forall i k, h i k <= exp eps * h' i k)%R ->
  sum_over_Z (fun k => sum_over_Z (fun i => w i k (h i k))) <=
  (exp eps)%:E * sum_over_Z (fun k => sum_over_Z (fun i => w i k (h' i k))).
  move=> h0 h0' hh; rewrite -scale //.
  apply: sum_over_Z_le => k; first by apply: sum0 => i; exact: w0.
  apply: sum_over_Z_le => i; first exact: w0.
  rewrite /w; case: pselect => ? /=; last by rewrite mule0.
  by rewrite -EFinM lee_fin -RmultE; apply/RleP; exact: hh.
have bound i k := lattice_hourglass_move eps m g (i - j) j (k - 1) e0 gm jm.
have E i : (i - j + j = i)%Z by lia.
have K k : (k - 1 + 1 = k)%Z by lia.
rewrite moved; split; apply: step => // i k; have := bound i k; rewrite E K => -[] //.
Qed.

Lemma plane_density_on_diagonal (b g x : R) (k : Z) :
  plane_density b g 1 (x, IZR k - x)%R = hourglass_density b g 1 x k.
Proof.
rewrite /plane_density /=.
have E : (x + (IZR k - x) = IZR k)%R by ring.
have K : Int_part ((x + (IZR k - x)) / 1) = k by apply: floor_integer; rewrite E; field.
rewrite K E; case: Req_EM_T => H //=; case: H; ring.
Qed.

(* At gamma = 0 the theorem over any measure is false: for the measure that sits at one point, and any loss below
   3 epsilon. *)
Theorem gamma_zero_is_not_private (eps c : R) : (0 < eps)%R -> (0 <= c < exp (3 * eps))%R ->
  let f := plane_density (exp (- eps)) 0 1 in
  exists (mu : {measure set (RR * RR)%type -> \bar RR}) (A : set (RR * RR)) (q : R * R), measurable A /\
    c%:E * \int[mu]_(z in A) (f (minus z (plus q (1, 0)%R)))%:E < \int[mu]_(z in A) (f (minus z q))%:E.
Proof.
move=> e0 c3 f.
exists [the measure _ _ of @dirac _ _ (0%R : RR, 2%R : RR) RR], setT, (0, 0)%R; split => //.
have mf (q : R * R) : measurable_fun setT (fun z : RR * RR => (f (minus z q))%:E : \bar RR).
  have [m1 m2] := (prod_measurable_funP (fun z : RR * RR => z)).1 (@measurable_fun_id _ _ setT).
  by apply/EFin_measurable_fun; apply: measurable_plane_density; apply: measurable_sub => //; exact: measurable_const.
rewrite !integral_dirac // indicE mem_set // !mul1e -EFinM lte_fin -RmultE; apply/RltP.
have [f0 f3] := gamma_zero_ratio eps e0.
have -> : minus (0, 2)%R (plus (0, 0) (1, 0))%R = (-1, IZR 1 - -1)%R by rewrite /minus /plus /=; congr (_, _); ring.
have -> : minus (0, 2)%R (0, 0)%R = (-1 + 1, IZR (1 + 1) - (-1 + 1))%R.
  by rewrite /minus /=; congr (_, _); ring.
rewrite /f !plane_density_on_diagonal f3.
by apply: Rmult_lt_compat_r => //; case: c3.
Qed.
