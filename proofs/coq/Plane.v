(* The hourglass density over any measure of the plane, and what goes wrong at gamma = 0. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Exponent Measure Law.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* the density at the point (x, y) of the plane: that of the diagonal x + y = k Delta, and 0 off the diagonals *)
Definition plane_density (b g D : R) (z : R * R) : R :=
  let k := Int_part ((z.1 + z.2) / D) in
  if Req_EM_T (z.1 + z.2 - D * IZR k) 0 then hourglass_density b g D z.1 k else 0%R.

(* q subtracted from z *)
Definition minus (z q : R * R) : R * R := (z.1 - q.1, z.2 - q.2)%R.

Section Any.
Variables (eps g D : R).
Hypotheses (e0 : (0 < eps)%R) (g01 : (0 < g <= 1)%R) (D0 : (0 < D)%R).
Let b := exp (- eps).
Let b01 : (0 < b < 1)%R. Proof. exact: decay_inside. Qed.
Let f := plane_density b g D.

Lemma plane_density_nonnegative z : (0 <= f z)%R.
Proof.
rewrite /f /plane_density; case: Req_EM_T => E /=; last lra.
exact: Rlt_le (density_positive _ _ _ _ _ b01 g01 D0).
Qed.

Lemma next_diagonal (s : R) : Int_part ((s + D) / D) = (Int_part (s / D) + 1)%Z.
Proof.
have E : ((s + D) / D = s / D + 1)%R by field; lra.
rewrite E; have [L U] := base_Int_part (s / D); have [L' U'] := base_Int_part (s / D + 1).
move: (Int_part (s / D + 1)) (Int_part (s / D)) L U L' U' => m n L U L' U'.
have A : (m < n + 1 + 1)%Z by apply: lt_IZR; rewrite !plus_IZR; lra.
have B : (n + 1 < m + 1)%Z by apply: lt_IZR; rewrite !plus_IZR; lra.
lia.
Qed.

Lemma plane_density_moved (x0 : R) (z : R * R) : (0 <= x0 <= D)%R ->
  (f z <= exp eps * f (plus z (x0, D - x0)))%R /\ (f (plus z (x0, D - x0)) <= exp eps * f z)%R.
Proof.
move=> x01; rewrite /f /plane_density /plus /=.
have -> : (z.1 + x0 + (z.2 + (D - x0)) = z.1 + z.2 + D)%R by ring.
rewrite next_diagonal; set s := (z.1 + z.2)%R; set k := Int_part (s / D).
have -> : (s + D - D * IZR (k + 1) = s - D * IZR k)%R by rewrite plus_IZR; ring.
case: Req_EM_T => E /=; last by lra.
exact: (density_bounds eps g D z.1 x0 k e0 g01 D0 x01).
Qed.

Lemma minus_moved (z q : R * R) (x0 : R) : minus z q = plus (minus z (plus q (x0, D - x0)%R)) (x0, D - x0)%R.
Proof. by case: z => z1 z2; case: q => q1 q2; rewrite /minus /plus /=; congr (_, _); ring. Qed.

Section Measurable.
Context d (T : measurableType d).

Lemma measurable_plane_density (u v : T -> RR) :
  mfun u -> mfun v -> mfun (fun t => f (u t, v t)).
Proof.
move=> mu mv.
have ms : mfun (fun t => (u t + v t)%R) by exact: measurable_add.
have mk : discrete (fun t => Int_part ((u t + v t) / D)%R) by apply: discrete_floor; exact: measurable_div.
pose w (n : Z) : RR := (hourglass_normalizer b g D * powerRZ b n)%R.
pose h t : RR := (u t + v t - D * IZR (Int_part ((u t + v t) / D)))%R.
have mh : mfun h.
  apply: measurable_sub => //; apply: measurable_scale.
  exact: (@measurable_fun_discrete _ _ _ _ _ (fun n => IZR n : RR) mk).
pose A := [set t | h t = 0%R].
have mA : measurable A by exact: measurable_eq.
have E : (fun t => f (u t, v t) : RR) =
  (fun t => if t \in A then hourglass_density b g D (u t) (Int_part ((u t + v t) / D)) else 0%R).
  apply/funext => t; rewrite /f /plane_density /=; case: Req_EM_T => H /=.
  - by rewrite mem_set.
  - by rewrite memNset.
rewrite E; apply: measurable_fun_ifT.
- apply: (@measurable_fun_bool _ _ _ _ true).
  rewrite (_ : _ @^-1` _ = A) //; apply/seteqP; split=> t /=; first by move=> /set_mem.
  by move=> At; rewrite mem_set.
- exact: measurable_density.
- exact: measurable_const.
Qed.

End Measurable.

(* Whatever the measure that densities refer to, and whatever the event. *)
Theorem private_over_any_measure (mu : {measure set (RR * RR)%type -> \bar RR}) (q : R * R) (x0 : R)
  (A : set (RR * RR)) :
  measurable A -> (0 <= x0 <= D)%R ->
  \int[mu]_(z in A) (f (minus z q))%:E <= (exp eps)%:E * \int[mu]_(z in A) (f (minus z (plus q (x0, D - x0)%R)))%:E /\
  \int[mu]_(z in A) (f (minus z (plus q (x0, D - x0)%R)))%:E <= (exp eps)%:E * \int[mu]_(z in A) (f (minus z q))%:E.
Proof.
move=> mA x01.
have x0e := Rlt_le _ _ (exp_pos eps).
have mf c : mfun (fun z : RR * RR => f (minus z c)).
  have [m1 m2] := (prod_measurable_funP (fun z : RR * RR => z)).1 (@measurable_fun_id _ _ setT).
  by apply: measurable_plane_density; apply: measurable_sub => //; exact: measurable_const.
have pos c (z : RR * RR) : (0 <= f (minus z c))%R by exact: plane_density_nonnegative.
have bound z := plane_density_moved (minus z (plus q (x0, D - x0)%R)) x01.
by split; apply: integral_dominated => // z; have := bound z; rewrite -minus_moved => -[].
Qed.
End Any.
