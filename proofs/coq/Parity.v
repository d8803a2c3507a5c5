(* Sums over all integers of nonnegative numbers: two of them may be exchanged, and one is the sum over the even
   integers plus that over the odd ones. Nothing here is about privacy or about the shipped code. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals Lra Lia.
From dpmean_proofs Require Import Measure Law.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Lemma sum_over_Z_ge0 (a : Z -> \bar RR) : (forall k, 0 <= a k) -> 0 <= sum_over_Z a.
Proof. by move=> a0; apply: adde_ge0; apply: nneseries_ge0 => n _; exact: a0. Qed.

(* one term is at most the sum; the term at 0 is what is needed *)
Lemma sum_over_Z_term (a : Z -> \bar RR) : (forall k, 0 <= a k) -> a 0%Z <= sum_over_Z a.
Proof.
move=> a0; rewrite /sum_over_Z (@series_head (fun n => a (Z.of_nat n))) // -addeA.
by apply: lee_addl; apply: adde_ge0; apply: nneseries_ge0 => n _; exact: a0.
Qed.

Lemma sum_over_Z_add (a c : Z -> \bar RR) : (forall k, 0 <= a k) -> (forall k, 0 <= c k) ->
  sum_over_Z (fun k => a k + c k) = sum_over_Z a + sum_over_Z c.
Proof. by move=> a0 c0; rewrite /sum_over_Z !nneseriesD // addeACA. Qed.

Lemma sum_over_Z_exchange (a : Z -> Z -> \bar RR) : (forall i j, 0 <= a i j) ->
  sum_over_Z (fun i => sum_over_Z (fun j => a i j)) = sum_over_Z (fun j => sum_over_Z (fun i => a i j)).
Proof.
move=> a0; rewrite /sum_over_Z.
rewrite !nneseriesD; try (by move=> n _; apply: nneseries_ge0 => m _; exact: a0).
rewrite (nneseries_interchange xpredT xpredT (a := fun i j => a (Z.of_nat i) (Z.of_nat j))) //.
rewrite (nneseries_interchange xpredT xpredT (a := fun i j => a (Z.of_nat i) (- Z.of_nat j - 1)%Z)) //.
rewrite (nneseries_interchange xpredT xpredT (a := fun i j => a (- Z.of_nat i - 1)%Z (Z.of_nat j))) //.
rewrite (nneseries_interchange xpredT xpredT (a := fun i j => a (- Z.of_nat i - 1)%Z (- Z.of_nat j - 1)%Z)) //.
by rewrite addeACA.
Qed.

Lemma series_pairs (u : nat -> \bar RR) : (forall n, 0 <= u n) ->
  \sum_(n <oo) u n = \sum_(n <oo) u n.*2 + \sum_(n <oo) u n.*2.+1.
Proof.
move=> u0; rewrite -nneseriesD //.
have C : cvg (fun n => \sum_(0 <= i < n) u i) by apply: is_cvg_nneseries => i _.
have D : (fun n => n.*2) @ \oo --> \oo.
  by move=> A [N _ NA]; exists N => // n /= Nn; apply: NA => /=; rewrite -addnn; apply: leq_trans Nn (leq_addr _ _).
have S : (fun n => \sum_(0 <= i < n) u i) \o (fun n => n.*2) --> \sum_(n <oo) u n by exact: (cvg_comp D C).
rewrite -(cvg_lim (@ereal_hausdorff RR) S) (_ : _ \o _ = (fun n => \sum_(0 <= i < n) (u i.*2 + u i.*2.+1))) //.
apply/funext => n /=; elim: n => [|n IH]; first by rewrite !big_nil.
by rewrite doubleS !big_nat_recr //= IH addeA.
Qed.

Lemma sum_over_Z_parity (a : Z -> \bar RR) : (forall k, 0 <= a k) ->
  sum_over_Z a = sum_over_Z (fun j => a (2 * j)%Z) + sum_over_Z (fun j => a (2 * j + 1)%Z).
Proof.
move=> a0; rewrite /sum_over_Z.
rewrite (@series_pairs (fun n => a (Z.of_nat n))) // (@series_pairs (fun n => a (- Z.of_nat n - 1)%Z)) //.
have A n : a (Z.of_nat n.*2) = a (2 * Z.of_nat n)%Z by congr a; rewrite -addnn -plusE; lia.
have B n : a (Z.of_nat n.*2.+1) = a (2 * Z.of_nat n + 1)%Z by congr a; rewrite -addnn -plusE; lia.
have C n : a (- Z.of_nat n.*2 - 1)%Z = a (2 * (- Z.of_nat n - 1) + 1)%Z by congr a; rewrite -addnn -plusE; lia.
have D n : a (- Z.of_nat n.*2.+1 - 1)%Z = a (2 * (- Z.of_nat n - 1))%Z by congr a; rewrite -addnn -plusE; lia.
rewrite (eq_eseries (fun n _ => A n)) (eq_eseries (fun n _ => B n)).
rewrite (eq_eseries (fun n _ => C n)) (eq_eseries (fun n _ => D n)).
by rewrite [X in _ + X]addeC addeACA.
Qed.
