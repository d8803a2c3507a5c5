(* The law of the hourglass, from the shipped density, and its privacy for every measurable event. Theorem 2.

   The paper's law lives on the diagonals x + y = k Delta, with a density with respect to dx on each: the mass of an
   event A of the plane is the sum over all integers k of the integral of the density over the x for which
   (x, k Delta - x) is in A. Every integral here is the Lebesgue integral of MathComp Analysis. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Exponent Measure.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Section Measurable.
Context d (T : measurableType d).

Lemma discrete_signed_level (f : T -> RR) (g : RR) : mfun f -> discrete (fun t => signed_level (f t) g).
Proof.
move=> mf; rewrite /signed_level; apply: (@discrete_if _ _ (fun t => 0 <= f t)%R (fun t => Rle_dec 0 (f t))
  (fun t => Int_part (f t - g) + 1)%Z (fun t => - (Int_part (- f t - g) + 1))%Z).
- exact: measurable_le.
- apply: (@discrete_apply _ _ (fun t => Int_part (f t - g)) (fun n => n + 1)%Z); apply: discrete_floor.
  by apply: measurable_sub => //; exact: measurable_const.
- apply: (@discrete_apply _ _ (fun t => Int_part (- f t - g)) (fun n => - (n + 1))%Z); apply: discrete_floor.
  by apply: measurable_sub; [exact: measurable_opp|exact: measurable_const].
Qed.

(* the shipped density is measurable, in any measurable point and on any measurable choice of the diagonal *)
Lemma measurable_density (b g D : RR) (f : T -> RR) (k : T -> Z) :
  mfun f -> discrete k -> mfun (fun t => hourglass_density b g D (f t) (k t)).
Proof.
move=> mf mk.
pose w (n : Z) : RR := (hourglass_normalizer b g D * powerRZ b n)%R.
pose J (t : T) := hourglass_exponent (signed_level (f t / D) g) (k t).
have E : (fun t => hourglass_density b g D (f t) (k t) : RR) = (fun t => w (J t)).
  by apply/funext => t; rewrite density_exponent.
rewrite E; apply: measurable_fun_discrete; apply: discrete_apply2 => //.
by apply: discrete_signed_level; exact: measurable_div.
Qed.

End Measurable.

(* the sum over all integers of nonnegative numbers *)
Definition sum_over_Z (a : Z -> \bar RR) : \bar RR :=
  \sum_(n <oo) a (Z.of_nat n) + \sum_(n <oo) a (- Z.of_nat n - 1)%Z.

Lemma sum_over_Z_le (a c : Z -> \bar RR) :
  (forall k, 0 <= a k) -> (forall k, a k <= c k) -> sum_over_Z a <= sum_over_Z c.
Proof. by move=> a0 ac; apply: lee_add; apply: lee_nneseries. Qed.

Lemma sum_over_Z_scale (a : Z -> \bar RR) (r : RR) :
  (forall k, 0 <= a k) -> sum_over_Z (fun k => r%:E * a k) = r%:E * sum_over_Z a.
Proof.
move=> a0; rewrite /sum_over_Z !nneseriesrM // ge0_muleDr //; apply: nneseries_ge0 => n _; exact: a0.
Qed.

Lemma series_head (u : nat -> \bar RR) : (forall n, 0 <= u n) -> \sum_(n <oo) u n = u 0%N + \sum_(n <oo) u n.+1.
Proof.
move=> u0; rewrite (nneseries_split 1) // big_ord_recl big_ord0 adde0; congr (_ + _).
apply/cvg_lim => //; rewrite -cvg_shiftS.
rewrite (_ : (fun n => _) = (fun n => \sum_(0 <= i < n) u i.+1)); last first.
  by apply/funext => n; rewrite big_add1.
by apply: (@is_cvg_nneseries _ (fun i => u i.+1)) => i _.
Qed.

(* the integers may be renumbered by one *)
Lemma sum_over_Z_next (a : Z -> \bar RR) :
  (forall k, 0 <= a k) -> sum_over_Z (fun k => a (k + 1)%Z) = sum_over_Z a.
Proof.
move=> a0; rewrite /sum_over_Z.
rewrite (@series_head (fun n => a (Z.of_nat n))) // (@series_head (fun n => a (- Z.of_nat n - 1 + 1)%Z)) //.
have P n : a (Z.of_nat n + 1)%Z = a (Z.of_nat n.+1) by congr a; lia.
have N n : a (- Z.of_nat n.+1 - 1 + 1)%Z = a (- Z.of_nat n - 1)%Z by congr a; lia.
rewrite (eq_eseries (fun n _ => P n)) (eq_eseries (fun n _ => N n)).
have -> : a (- Z.of_nat 0 - 1 + 1)%Z = a (Z.of_nat 0) by [].
by rewrite addeCA addeA.
Qed.

(* the point of the diagonal k whose first coordinate is x *)
Definition on_diagonal (D : RR) (k : Z) (x : RR) : RR * RR := (x, D * IZR k - x)%R.

Lemma measurable_on_diagonal (D : RR) (k : Z) : measurable_fun setT (on_diagonal D k).
Proof.
apply/prod_measurable_funP; split; first exact: measurable_id.
by apply: measurable_sub; [exact: measurable_const|exact: measurable_id].
Qed.

(* P(Z in A) for hourglass noise Z *)
Definition hourglass_law (b g D : RR) (A : set (RR * RR)) : \bar RR :=
  sum_over_Z (fun k => \int[leb]_(x in [set x | A (on_diagonal D k x)]) (hourglass_density b g D x k)%:E).

Definition plus (q z : RR * RR) : RR * RR := (q.1 + z.1, q.2 + z.2)%R.

(* P(q + Z in A): what the hourglass mechanism does where the query has the value q *)
Definition hourglass_mechanism (b g D : RR) (q : RR * RR) (A : set (RR * RR)) : \bar RR :=
  hourglass_law b g D [set z | A (plus q z)].

Lemma measurable_plus (q : RR * RR) : measurable_fun setT (plus q).
Proof.
have [m1 m2] := (prod_measurable_funP (fun z : RR * RR => z)).1 (@measurable_fun_id _ _ setT).
by apply/prod_measurable_funP; split; apply: measurable_add => //; exact: measurable_const.
Qed.

Lemma moved_back (D x x0 k : R) (q : R * R) :
  plus q (x + x0, D * (k + 1) - (x + x0))%R = plus (plus q (x0, D - x0)%R) (x, D * k - x)%R.
Proof. by rewrite /plus /=; congr (_, _); ring. Qed.

Lemma there_and_back (x x0 : R) : (x + x0 - x0 = x)%R.
Proof. ring. Qed.

Section Moved.
Variables (b g D : RR).
Hypotheses (b01 : (0 < b < 1)%R) (g01 : (0 < g <= 1)%R) (D0 : (0 < D)%R).

Let f0 x k : (0 <= hourglass_density b g D x k)%R.
Proof. by apply: Rlt_le; apply: density_positive. Qed.

Let event A q k : set RR := [set x | A (plus q (on_diagonal D k x))].

Let measurable_event A q k : measurable A -> measurable (event A q k).
Proof.
move=> mA.
have := measurable_fun_comp (measurable_plus q) (measurable_on_diagonal D k).
by move=> /(_ measurableT _ mA); rewrite setTI.
Qed.

(* the law of the output where the query has moved by (x0, Delta - x0): the density at the point that has moved back *)
Lemma mechanism_moved (q : RR * RR) (x0 : RR) (A : set (RR * RR)) : measurable A ->
  hourglass_mechanism b g D (plus q (x0, D - x0)%R) A =
  sum_over_Z (fun k => \int[leb]_(x in event A q k) (hourglass_density b g D (x - x0) (k - 1)%Z)%:E).
Proof.
move=> mA; rewrite /hourglass_mechanism /hourglass_law -[RHS]sum_over_Z_next; last first.
  by move=> k; apply: integral_ge0 => x _; rewrite lee_fin; apply/RleP.
congr sum_over_Z; apply/funext => k.
rewrite -[RHS](@integral_shift x0) //; last 2 first.
- exact: measurable_event.
- by apply: measurable_density; [apply: measurable_sub; [exact: measurable_id|]|];
    [exact: measurable_const|exact: discrete_const].
have -> : [set x | event A q (k + 1) (x + x0)%R] =
    [set x | A (plus (plus q (x0, D - x0)%R) (on_diagonal D k x))].
  by apply/funext => x; rewrite /event /on_diagonal /= plus_IZR moved_back.
by apply: eq_integral => x _; rewrite there_and_back Z.add_simpl_r.
Qed.

End Moved.

Section Private.
Variables (eps g D : RR).
Hypotheses (e0 : (0 < eps)%R) (g01 : (0 < g <= 1)%R) (D0 : (0 < D)%R).

Lemma decay_inside : (0 < exp (- eps) < 1)%R.
Proof. split; first exact: exp_pos. by rewrite -exp_0; apply: exp_increasing; lra. Qed.

(* Theorem 2: the two laws of the output, before and after a move of the query by (x0, Delta - x0) *)
Theorem hourglass_private (q : RR * RR) (x0 : RR) (A : set (RR * RR)) : measurable A -> (0 <= x0 <= D)%R ->
  hourglass_mechanism (exp (- eps)) g D q A <=
    (exp eps)%:E * hourglass_mechanism (exp (- eps)) g D (plus q (x0, D - x0)%R) A /\
  hourglass_mechanism (exp (- eps)) g D (plus q (x0, D - x0)%R) A <=
    (exp eps)%:E * hourglass_mechanism (exp (- eps)) g D q A.
Proof.
move=> mA x01; have b01 := decay_inside.
have f0 x k : (0 <= hourglass_density (exp (- eps)) g D x k)%R by apply: Rlt_le; apply: density_positive.
have pos (h : RR -> RR) B : (forall x, 0 <= h x)%R -> 0 <= \int[leb]_(x in B) (h x)%:E.
  by move=> h0; apply: integral_ge0 => x _; rewrite lee_fin; apply/RleP.
have mevent k : measurable [set x | A (plus q (on_diagonal D k x))].
  have := measurable_fun_comp (measurable_plus q) (measurable_on_diagonal D k).
  by move=> /(_ measurableT _ mA); rewrite setTI.
have mdensity c k : mfun (fun x : RR => hourglass_density (exp (- eps)) g D (x - c) k).
  by apply: measurable_density; [apply: measurable_sub; [exact: measurable_id|]|];
    [exact: measurable_const|exact: discrete_const].
have mdensity0 k : mfun (fun x : RR => hourglass_density (exp (- eps)) g D x k).
  by apply: measurable_density; [exact: measurable_id|exact: discrete_const].
have bound x k := density_bounds eps g D (x - x0) x0 (k - 1)%Z e0 g01 D0 x01.
have E x : (x - x0 + x0 = x)%R by ring.
have K k : (k - 1 + 1 = k)%Z by lia.
have x0e := Rlt_le _ _ (exp_pos eps).
rewrite mechanism_moved // /hourglass_mechanism /hourglass_law.
split; rewrite -sum_over_Z_scale; try (by move=> k; exact: pos).
- apply: sum_over_Z_le => k; first exact: pos.
  apply: integral_dominated; [exact: mevent|exact: mdensity0|exact: mdensity|by []|by []|by []|move=> x].
  by have := bound x k; rewrite E K => -[].
- apply: sum_over_Z_le => k; first exact: pos.
  apply: integral_dominated; [exact: mevent|exact: mdensity|exact: mdensity0|by []|by []|by []|move=> x].
  by have := bound x k; rewrite E K => -[].
Qed.

End Private.
