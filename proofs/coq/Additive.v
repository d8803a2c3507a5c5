(* The law of the hourglass is countably additive; with mass 1 (Mass.v) it is a probability measure. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Emitted Exponent Measure Law Mass.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* the integral of a nonnegative function over disjoint sets *)
Lemma integral_disjoint (f : RR -> RR) (F : nat -> set RR) : mfun f -> (forall x, 0 <= f x)%R ->
  (forall n, measurable (F n)) -> trivIset setT F ->
  \int[leb]_(x in \bigcup_n F n) (f x)%:E = \sum_(n <oo) \int[leb]_(x in F n) (f x)%:E.
Proof.
move=> mf f0 mF tF.
have e0 x : 0 <= (f x)%:E by rewrite lee_fin; apply/RleP.
pose h n : RR -> \bar RR := (fun x => (f x)%:E) \_ (F n).
have h0 n x : 0 <= h n x by apply: erestrict_ge0 => y _; exact: e0.
have mh n : measurable_fun setT (h n).
  have R := @measurable_restrict _ _ RR (\bar RR) (F n) setT (EFin \o f) (mF n) measurableT (fun _ _ => I).
  by apply/R; apply/EFin_measurable_fun; exact: measurable_funTS.
have E x : ((fun x => (f x)%:E) \_ (\bigcup_n F n)) x = \sum_(n <oo) h n x.
  case: (pselect ((\bigcup_n F n) x)) => [[m _ Fm]|nF].
  - rewrite (@sum_of_one _ m) //.
      by rewrite /h /patch !mem_set //; exists m.
    move=> n nm; rewrite /h /patch memNset // => Fn; apply: nm.
    by apply: (tF n m) => //; exists x.
  - rewrite /patch memNset // eseries0 // => n _ /=.
    by rewrite /h /patch memNset // => Fn; apply: nF; exists n.
rewrite integral_mkcond; under eq_integral do rewrite E.
rewrite integral_nneseries //.
by apply: eq_eseries => n _; rewrite [RHS]integral_mkcond.
Qed.

Theorem hourglass_additive (b g D : R) (F : nat -> set (RR * RR)) :
  (0 < b < 1)%R -> (0 < g <= 1)%R -> (0 < D)%R -> (forall n, measurable (F n)) -> trivIset setT F ->
  hourglass_law b g D (\bigcup_n F n) = \sum_(n <oo) hourglass_law b g D (F n).
Proof.
move=> b01 g01 D0 mF tF.
pose a k n := \int[leb]_(x in [set x | F n (on_diagonal D k x)]) (hourglass_density b g D x k : RR)%:E.
have f0 k x : (0 <= hourglass_density b g D x k)%R by apply: Rlt_le; apply: density_positive.
have a0 k n : 0 <= a k n by apply: integral_ge0 => x _; rewrite lee_fin; apply/RleP.
have step k : \int[leb]_(x in [set x | (\bigcup_n F n) (on_diagonal D k x)]) (hourglass_density b g D x k : RR)%:E =
    \sum_(n <oo) a k n.
  rewrite -(@integral_disjoint (fun x => hourglass_density b g D x k) (fun n => [set x | F n (on_diagonal D k x)])) //.
  - by apply: measurable_density; [exact: measurable_id|exact: discrete_const].
  - by move=> n; have := measurable_on_diagonal D k measurableT (mF n); rewrite setTI.
  - by move=> i j _ _ [x [/= Fi Fj]]; apply: tF => //; exists (on_diagonal D k x).
rewrite /hourglass_law (_ : (fun k => _) = (fun k => \sum_(n <oo) a k n)); last by apply/funext => k; exact: step.
rewrite /sum_over_Z nneseries_interchange // [X in _ + X]nneseries_interchange // -nneseriesD //.
- by move=> n _; apply: nneseries_ge0.
- by move=> n _; apply: nneseries_ge0.
Qed.
