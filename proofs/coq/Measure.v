(* Measures, in MathComp Analysis: an inequality of densities is one of the probabilities of every event, over any
   measure; what depends on countably many integers only is measurable; the Lebesgue measure does not change under a
   translation. Nothing here is about privacy or about the shipped code.

   Here two libraries meet: MathComp's `real_realType` is Coq's type R with MathComp's structure on it (Rstruct.v), so
   that a real number is one and the same object in both; RleP and RltP say that the two orders are one. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From HB Require Import structures.
From Coq Require Import ZArith Reals Lra Lia.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

Notation RR := (real_realType).
(* f is a measurable real function *)
Notation mfun f := (measurable_fun setT (f : _ -> RR)).

Section Domination.
Context d (T : measurableType d) (mu : {measure set T -> \bar RR}).

(* if f <= c g everywhere, the integral of f over A is at most c times that of g: for every measure, every event A *)
Lemma integral_dominated (f g : T -> RR) (c : RR) (A : set T) :
  measurable A -> measurable_fun setT f -> measurable_fun setT g ->
  (forall t, Rle 0 (f t)) -> (forall t, Rle 0 (g t)) -> Rle 0 c -> (forall t, Rle (f t) (Rmult c (g t))) ->
  \int[mu]_(t in A) (f t)%:E <= c%:E * \int[mu]_(t in A) (g t)%:E.
Proof.
move=> mA mf mg f0 g0 c0 fg.
have mfA : measurable_fun A (EFin \o f) by apply/EFin_measurable_fun; exact: measurable_funTS.
have mgA : measurable_fun A (EFin \o g) by apply/EFin_measurable_fun; exact: measurable_funTS.
rewrite -ge0_integralM //; last 2 first.
- by move=> t _; rewrite lee_fin; apply/RleP.
- by rewrite lee_fin; apply/RleP.
apply: ge0_le_integral => //.
- by move=> t _; rewrite lee_fin; apply/RleP.
- by move=> t _; rewrite -EFinM lee_fin -RmultE; apply/RleP/Rmult_le_pos.
- exact: measurable_funeM.
- by move=> t _; rewrite -EFinM lee_fin -RmultE; apply/RleP.
Qed.

End Domination.

Section Discrete.
Context d (T : measurableType d).

(* an integer that depends on a point measurably: each of its values is taken on a measurable set *)
Definition discrete (J : T -> Z) := forall n, measurable [set t | J t = n].

Lemma measurable_of_discrete (J : T -> Z) (P : set Z) : discrete J -> measurable [set t | P (J t)].
Proof.
move=> mJ.
rewrite (_ : [set t | P (J t)] = \bigcup_n ([set t | J t = Z.of_nat n /\ P (Z.of_nat n)] `|`
  [set t | J t = Z.opp (Z.of_nat n) /\ P (Z.opp (Z.of_nat n))])); last first.
  apply/seteqP; split=> [t /= Pt|t [n _] /= [[-> //]|[-> //]]].
  exists (Z.abs_nat (J t)) => //=.
  case: (Z_le_dec 0 (J t)) => J0.
  - have E : J t = Z.of_nat (Z.abs_nat (J t)) by lia.
    by left; rewrite -E.
  - have E : J t = Z.opp (Z.of_nat (Z.abs_nat (J t))) by lia.
    by right; rewrite -E.
have M m : measurable [set t | J t = m /\ P m].
  case: (pselect (P m)) => Pm.
  - by rewrite (_ : [set t | _] = [set t | J t = m]) //; apply/seteqP; split=> t //= [].
  - by rewrite (_ : [set t | _] = set0) //; apply/seteqP; split=> t //= [].
by apply: bigcupT_measurable => n; apply: measurableU.
Qed.

Lemma discrete_apply (J : T -> Z) (phi : Z -> Z) : discrete J -> discrete (fun t => phi (J t)).
Proof. by move=> mJ n; exact: (measurable_of_discrete (fun m => phi m = n) mJ). Qed.

Lemma discrete_const (m : Z) : discrete (fun _ : T => m).
Proof.
move=> n; case: (Z.eq_dec m n) => E.
- by rewrite (_ : [set t | _] = setT) //; apply/seteqP; split.
- by rewrite (_ : [set t | _] = set0) //; apply/seteqP; split.
Qed.

Lemma discrete_apply2 (J K : T -> Z) (phi : Z -> Z -> Z) :
  discrete J -> discrete K -> discrete (fun t => phi (J t) (K t)).
Proof.
move=> mJ mK n.
rewrite (_ : [set t | _] = \bigcup_m
    (([set t | J t = Z.of_nat m] `&` [set t | phi (Z.of_nat m) (K t) = n]) `|`
     ([set t | J t = Z.opp (Z.of_nat m)] `&` [set t | phi (Z.opp (Z.of_nat m)) (K t) = n]))); last first.
  apply/seteqP; split=> [t /= Pt|t [m _] /= [[-> //]|[-> //]]].
  exists (Z.abs_nat (J t)) => //=.
  case: (Z_le_dec 0 (J t)) => J0.
  - have E : J t = Z.of_nat (Z.abs_nat (J t)) by lia.
    by left; rewrite -E.
  - have E : J t = Z.opp (Z.of_nat (Z.abs_nat (J t))) by lia.
    by right; rewrite -E.
apply: bigcupT_measurable => m; apply: measurableU; apply: measurableI; try exact: mJ.
- exact: (measurable_of_discrete (fun k => phi (Z.of_nat m) k = n) mK).
- exact: (measurable_of_discrete (fun k => phi (Z.opp (Z.of_nat m)) k = n) mK).
Qed.

Lemma measurable_fun_discrete d' (U : measurableType d') (J : T -> Z) (w : Z -> U) :
  discrete J -> measurable_fun setT (fun t => w (J t)).
Proof.
by move=> mJ _ Y _; rewrite setTI; exact: (measurable_of_discrete (fun n => Y (w n)) mJ).
Qed.

Lemma discrete_if (P : T -> Prop) (dec : forall t, {P t} + {~ P t}) (J K : T -> Z) :
  measurable [set t | P t] -> discrete J -> discrete K ->
  discrete (fun t => match dec t with left _ => J t | right _ => K t end).
Proof.
move=> mP mJ mK n.
rewrite (_ : [set t | _] = ([set t | P t] `&` [set t | J t = n]) `|` (~` [set t | P t] `&` [set t | K t = n])).
  by apply: measurableU; [apply: measurableI => //; exact: mJ|apply: measurableI; [exact: measurableC|exact: mK]].
apply/seteqP; split=> t /=; case: (dec t) => Pt.
- by move=> E; left.
- by move=> E; right.
- by case=> [[_ //]|[]].
- by case=> [[]|[_ //]].
Qed.

Lemma measurable_le (f : T -> RR) (c : RR) : measurable_fun setT f -> measurable [set t | Rle c (f t)].
Proof.
move=> mf; have := mf measurableT _ (measurable_itv `[c, +oo[); rewrite setTI.
rewrite (_ : f @^-1` _ = [set t | Rle c (f t)]) //.
by apply/seteqP; split=> t /=; rewrite in_itv /= andbT => /RleP.
Qed.

Lemma measurable_eq (f : T -> RR) (c : RR) : measurable_fun setT f -> measurable [set t | f t = c].
Proof. by move=> mf; have := mf measurableT _ (measurable_set1 c); rewrite setTI. Qed.

Lemma discrete_floor (f : T -> RR) : measurable_fun setT f -> discrete (fun t => Int_part (f t)).
Proof.
move=> mf n; have := mf measurableT _ (measurable_itv `[(IZR n : RR), (IZR (n + 1) : RR)[); rewrite setTI.
rewrite (_ : f @^-1` _ = [set t | Int_part (f t) = n]) //.
apply/seteqP; split=> t /=; rewrite in_itv /=.
- case/andP => /RleP L /RltP U; have [L' U'] := base_Int_part (f t).
  have A : (Int_part (f t) < n + 1)%Z by apply: lt_IZR; move: L U L' U'; rewrite !plus_IZR; lra.
  have B : (n < Int_part (f t) + 1)%Z by apply: lt_IZR; move: L U L' U'; rewrite !plus_IZR; lra.
  lia.
- move=> <-; have [L' U'] := base_Int_part (f t).
  by apply/andP; split; [apply/RleP|apply/RltP; rewrite plus_IZR; lra].
Qed.

End Discrete.

Section Arithmetic.
Context d (T : measurableType d).
Implicit Types f g : T -> RR.

Lemma measurable_id : mfun (fun x : RR => x).
Proof. exact: measurable_fun_id. Qed.

Lemma measurable_add f g : mfun f -> mfun g -> mfun (fun t => Rplus (f t) (g t)).
Proof. exact: measurable_funD. Qed.

Lemma measurable_opp f : mfun f -> mfun (fun t => Ropp (f t)).
Proof. exact: measurable_funN. Qed.

Lemma measurable_const (c : RR) : mfun (fun _ : T => c).
Proof. exact: measurable_fun_cst. Qed.

Lemma measurable_sub f g : mfun f -> mfun g -> mfun (fun t => Rminus (f t) (g t)).
Proof. exact: measurable_funB. Qed.

Lemma measurable_scale (c : RR) f : mfun f -> mfun (fun t => Rmult c (f t)).
Proof. exact: measurable_funrM. Qed.

Lemma measurable_div (c : RR) f : mfun f -> mfun (fun t => Rdiv (f t) c).
Proof.
move=> mf; have := @measurable_scale (Rinv c) f mf.
by congr (measurable_fun _ _); apply/funext => t; rewrite /Rdiv Rmult_comm.
Qed.

End Arithmetic.

(* the Lebesgue measure of MathComp Analysis, on the sets of real numbers that are measurable there *)
Section Lebesgue.

Definition leb (A : set RR) : \bar RR := @lebesgue_measure RR A.

Let leb0 : leb set0 = 0. Proof. exact: measure0. Qed.
Let leb_ge0 A : 0 <= leb A. Proof. exact: measure_ge0. Qed.
Let leb_sigma_additive : semi_sigma_additive leb.
Proof. exact: (@measure_semi_sigma_additive _ _ _ [the measure _ _ of @lebesgue_measure RR]). Qed.

HB.instance Definition _ := isMeasure.Build _ _ _ leb leb0 leb_ge0 leb_sigma_additive.

Definition shift (c : RR) (x : RR) : RR := Rplus x c.

Lemma measurable_shift (c : RR) : measurable_fun setT (shift c).
Proof. by apply: measurable_add; [exact: measurable_id|exact: measurable_const]. Qed.

Let borel := [the measurableType _ of salgebraType (@ocitv RR)].

Lemma leb_shift (c : RR) (A : set RR) : measurable A -> leb (shift c @^-1` A) = leb A.
Proof.
move=> mA; apply/esym.
pose phi : borel -> borel := shift c.
have mphi : measurable_fun setT phi by exact: measurable_shift.
pose mu := [the {measure set borel -> \bar RR} of pushforward [the measure _ _ of @lebesgue_measure RR] mphi].
apply: (@lebesgue_measure_unique RR mu) => //.
move=> X [[a b] _ <-] /=; rewrite /pushforward.
rewrite (_ : phi @^-1` _ = `]Rminus a c, Rminus b c]%classic); last first.
  by apply/seteqP; split=> x /=; rewrite !in_itv /= => /andP[/RltP L /RleP U];
    apply/andP; rewrite /phi /shift in L U *; (split; [apply/RltP|apply/RleP]); lra.
rewrite lebesgue_measure_itv !hlength_itv /= !lte_fin.
case: (boolP (a < b)%O) => [/RltP ab|/RltP ab].
- rewrite ifT; last by apply/RltP; lra.
  by rewrite -!EFinB; congr (_%:E); rewrite -!RminusE; ring.
- by rewrite ifF //; apply/negP => /RltP; lra.
Qed.

(* the integral over what a translation brings into A is that over A of the translated function *)
Lemma integral_shift (c : RR) (f : RR -> RR) (A : set RR) :
  measurable A -> mfun f -> (forall x, Rle 0 (f x)) ->
  \int[leb]_(x in [set x | A (Rplus x c)]) (f (Rplus x c))%:E = \int[leb]_(x in A) (f x)%:E.
Proof.
move=> mA mf f0.
rewrite integral_mkcond [RHS]integral_mkcond.
pose mu := [the {measure set RR -> \bar RR} of pushforward [the measure _ _ of leb] (measurable_shift c)].
rewrite -[RHS](@eq_measure_integral _ _ _ setT _ mu); last by move=> B mB _; exact: leb_shift.
rewrite [RHS](integral_pushforward (measurable_shift c)) //; last 2 first.
- have R := @measurable_restrict _ _ RR (\bar RR) A setT (EFin \o f) mA measurableT (fun _ _ => I).
  by apply/R; apply/EFin_measurable_fun; exact: measurable_funTS.
- by move=> x; apply: erestrict_ge0 => y _; rewrite lee_fin; apply/RleP.
Qed.

End Lebesgue.
