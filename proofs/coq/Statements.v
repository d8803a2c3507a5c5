(* What is proved, for a reader who knows the paper (Kulesza, Suresh, Wang: Mean estimation in the add-remove model of
   differential privacy) and not Coq. Each theorem is stated here in full and proved in the file that its proof names;
   Coq accepts the line `Proof. exact ...` only if that file proves exactly this statement.

   How to read it. `forall`, `exists`, `->` and `/\` are "for all", "there is", "implies" and "and". R are the real
   numbers, Z the integers; RR is R again, as MathComp's library of measures sees it. (...)%R and (...)%Z say in which
   of the two an expression is meant. \bar RR is [-oo, +oo], in which measures take their values, and r%:E the number r
   seen there. `set T` is a set of points of T; `measurable A` says that A is a Borel set. z.1 and z.2 are the two
   coordinates of z. eps is epsilon, g is gamma, D is Delta, and b is e^-eps.

   The functions hourglass_density, staircase_density, laplace_density, discrete_laplace_pmf, discrete_hourglass_mass,
   discrete_gaussian_mass, discrete_gaussian_rho, zcdp_epsilon, clipped_record and program_release_0 are the shipped
   Python code, traced (Emitted.v). README.md lists what is defined by hand: the sums over a list, neighbours, and what
   "the law of q + Z" means. *)

From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import Rstruct reals ereal topology normedtype sequences esum measure.
From mathcomp.analysis Require Import lebesgue_measure lebesgue_integral numfun real_interval.
From Coq Require Import ZArith Reals.
From dpmean_proofs Require Import Emitted Exponent Measure Law Transformed Algorithm3 Plane Others Line.
From dpmean_proofs Require Import Symmetry Marginals Mass Additive Theta Gaussian Moments.
From dpmean_proofs Require Import Approximate Vectors.
From dpmean_proofs Require Variance.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Local Open Scope ereal_scope.

(* ---- The hourglass, Section 4.1 and Theorem 2 ---- *)

(* Moving (x, k Delta - x) by (x0, Delta - x0) multiplies the density by exactly b or exactly 1/b: Appendix D.2. *)
Theorem hourglass_ratio (b g D x x0 : R) (k : Z) : (0 < b < 1)%R -> (0 < g <= 1)%R -> (0 < D)%R -> (0 <= x0 <= D)%R ->
  hourglass_density b g D (x + x0)%R (k + 1)%Z = (b * hourglass_density b g D x k)%R \/
  hourglass_density b g D x k = (b * hourglass_density b g D (x + x0) (k + 1)%Z)%R.
Proof. exact (density_move b g D x x0 k). Qed.

(* The density is measurable on every diagonal. *)
Theorem hourglass_measurable (b g D : R) (k : Z) : mfun (fun x : RR => hourglass_density b g D x k).
Proof. exact (@measurable_density _ _ b g D _ _ measurable_id (@discrete_const _ _ k)). Qed.

(* Theorem 2. `hourglass_mechanism b g D q A` is P(q + Z in A): the sum over all diagonals k of the Lebesgue integral of
   the density over { x | q + (x, k D - x) in A }. For every Borel set A of the plane, and every move of the query by
   (x0, Delta - x0) or back, the probability grows at most by the factor e^epsilon. *)
Theorem hourglass_is_private (eps g D : R) (q : R * R) (x0 : R) (A : set (RR * RR)%type) :
  (0 < eps)%R -> (0 < g <= 1)%R -> (0 < D)%R -> measurable A -> (0 <= x0 <= D)%R ->
  let P q := hourglass_mechanism (exp (- eps)) g D q A in
  P q <= (exp eps)%:E * P (q.1 + x0, q.2 + (D - x0))%R /\
  P (q.1 + x0, q.2 + (D - x0))%R <= (exp eps)%:E * P q.
Proof. exact (fun e0 g01 D0 mA x01 => @hourglass_private eps g D e0 g01 D0 q x0 A mA x01). Qed.

(* The same where the density is with respect to any measure mu of the plane, not only that of the diagonals. *)
Theorem hourglass_is_private_over_any_measure (eps g D : R) (mu : {measure set (RR * RR)%type -> \bar RR})
  (q : R * R) (x0 : R) (A : set (RR * RR)%type) :
  (0 < eps)%R -> (0 < g <= 1)%R -> (0 < D)%R -> measurable A -> (0 <= x0 <= D)%R ->
  let P q := \int[mu]_(z in A) (plane_density (exp (- eps)) g D (z.1 - q.1, z.2 - q.2)%R : RR)%:E in
  P q <= (exp eps)%:E * P (q.1 + x0, q.2 + (D - x0))%R /\
  P (q.1 + x0, q.2 + (D - x0))%R <= (exp eps)%:E * P q.
Proof. exact (fun e0 g01 D0 mA x01 => @private_over_any_measure eps g D e0 g01 D0 mu q x0 A mA x01). Qed.

(* At gamma = 0, which Definition 2 allows and Section 4.1 excludes, that is false: a point that mu gives mass to has a
   loss of 3 epsilon. (Over the law of the diagonals such points have mass 0.) *)
Theorem gamma_zero_refuted (eps c : R) : (0 < eps)%R -> (0 <= c < exp (3 * eps))%R ->
  exists (mu : {measure set (RR * RR)%type -> \bar RR}) (A : set (RR * RR)%type) (q : R * R), measurable A /\
    c%:E * \int[mu]_(z in A) (plane_density (exp (- eps)) 0 1 (minus z (plus q (1, 0)%R)) : RR)%:E <
    \int[mu]_(z in A) (plane_density (exp (- eps)) 0 1 (minus z q) : RR)%:E.
Proof. exact (@gamma_zero_is_not_private eps c). Qed.

(* It is a law: countably additive over disjoint Borel sets of the plane, with total mass 1. *)
Theorem hourglass_is_additive (b g D : R) (F : nat -> set (RR * RR)%type) :
  (0 < b < 1)%R -> (0 < g <= 1)%R -> (0 < D)%R -> (forall n, measurable (F n)) -> trivIset setT F ->
  hourglass_law b g D (\bigcup_n F n) = \sum_(n <oo) hourglass_law b g D (F n).
Proof. exact (@hourglass_additive b g D F). Qed.

Theorem hourglass_has_mass_one (b g D : R) : (0 < b < 1)%R -> (0 < g <= 1)%R -> (0 < D)%R ->
  hourglass_law b g D setT = 1.
Proof. exact (@hourglass_mass b g D). Qed.

(* Lemma 3: both marginals, P(X in B) and P(Y in B), are the staircase with the same epsilon, gamma and Delta, for every
   Borel set B of the line. *)
Theorem hourglass_marginals (b g D : R) (B : set RR) : (0 < b < 1)%R -> (0 < g <= 1)%R -> (0 < D)%R -> measurable B ->
  hourglass_law b g D [set z | B z.1] = \int[leb]_(x in B) (staircase_density b g D x : RR)%:E /\
  hourglass_law b g D [set z | B z.2] = \int[leb]_(x in B) (staircase_density b g D x : RR)%:E.
Proof. exact (fun b01 g01 D0 mB => conj (@marginal_x b g D b01 g01 D0 B mB) (@marginal_y b g D b01 g01 D0 B mB)). Qed.

(* Lemma 4: given X = x, the diagonal k is two-sided geometric about the signed step J of x. *)
Theorem hourglass_conditional (b g D x : R) (k : Z) : (0 < b < 1)%R -> (0 < g <= 1)%R -> (0 < D)%R ->
  hourglass_density b g D x k =
  (staircase_density b g D x * ((1 - b) / (1 + b) * powerRZ b (Z.abs (k - signed_level (x / D) g))))%R.
Proof. exact (conditional b g D x k). Qed.

(* The exponent is symmetric at every point, edges of steps included: under exchange of x and y, and of both signs. *)
Theorem hourglass_symmetries (x g : R) (k : Z) : (0 < g <= 1)%R ->
  exponent (IZR k - x)%R g k = exponent x g k /\ exponent (- x)%R g (- k)%Z = exponent x g k.
Proof. exact (fun g01 => conj (exponent_exchange x g k g01) (exponent_even x g k g01)). Qed.

(* ---- Algorithm 3 with hourglass noise, as a whole: Theorem 3, first sentence ---- *)

(* `algorithm3 eps g l u xs B` is P(output in B) on the list xs of records, which may lie outside of [l, u]: each is
   clipped, s1 and s2 are summed, hourglass noise with Delta = 1 is added, and the output is
   (u - l) Clip(s1/(s1 + s2), [0, 1]) + l. Two lists are neighbours if one is the other with one record more, in any
   order. It is about ideal real numbers: rounding to a grid comes after it. *)
Theorem algorithm3_is_private (eps g l u : R) (xs ys : list R) (B : set RR) :
  (0 < eps)%R -> (0 < g <= 1)%R -> (l < u)%R -> neighbours xs ys -> measurable B ->
  algorithm3 eps g l u xs B <= (exp eps)%:E * algorithm3 eps g l u ys B.
Proof. exact (@algorithm3_private eps g l u xs ys B). Qed.

(* what the shipped post-processing is, as a formula *)
Theorem post_processing (l u a b : R) :
  ((a + b)%R = 0%R -> post l u (a, b) = ((u - l) * (1 / 2) + l)%R) /\
  ((a + b)%R <> 0%R -> post l u (a, b) = ((u - l) * Rmax 0 (Rmin (a / (a + b)) 1) + l)%R).
Proof. exact (post_cases l u a b). Qed.

(* ---- The other laws ---- *)

(* Staircase noise (Definition 2): epsilon-DP for a real query that moves by at most Delta. *)
Theorem staircase_is_private (eps g D q s : R) (A : set RR) :
  (0 < eps)%R -> (0 < g <= 1)%R -> (0 < D)%R -> measurable A -> (Rabs s <= D)%R ->
  let P (q : R) := line_mechanism (staircase_density (exp (- eps)) g D) q A in P q <= (exp eps)%:E * P (q + s)%R.
Proof. exact (fun e0 g01 D0 mA sD => @staircase_private eps g D e0 g01 D0 q s A mA sD). Qed.

Theorem staircase_has_mass_one (b g D : R) : (0 < b < 1)%R -> (0 < g <= 1)%R -> (0 < D)%R ->
  \int[leb]_x (staircase_density b g D x : RR)%:E = 1.
Proof. exact (@staircase_mass b g D). Qed.

(* Moments, in the library Coquelicot. `Variance.edge g D n` is (n + gamma) Delta, the right end of step n of the half
   line x >= 0; a law that is even has twice the moment of that half. `moment_series f h v` says that
   2 (integral of f 0 over [0, edge 0]) + sum over n of 2 (integral of f (n + 1) over [edge n, edge (n + 1)]) = v.
   The bridge between the libraries, by hand: that the Lebesgue integral of a function that is a polynomial on each step
   is this series of Riemann integrals. *)
Definition moment_series (f : nat -> R -> R) (edges : nat -> R) (v : R) : Prop :=
  Variance.series_is (fun n => 2 * Variance.integral (f (S n)) (edges n) (edges (S n)))%R
    (v - 2 * Variance.integral (f 0%N) 0 (edges 0%N))%R.

(* E X^2 of the staircase, and so of both coordinates of the hourglass, is the shipped variance. *)
Theorem staircase_variance_is_shipped (b g D : R) : (0 < b < 1)%R -> (0 < g <= 1)%R -> (0 < D)%R ->
  moment_series (fun _ x => x ^ 2 * staircase_density b g D x)%R (Variance.edge g D) (staircase_variance b g D).
Proof. exact (Variance.staircase_second_moment b g D). Qed.

(* E X (J Delta - X), which is E XY of the hourglass because K is symmetric about J given X (hourglass_conditional), is
   the shipped covariance. *)
Theorem hourglass_covariance_is_shipped (b g D : R) : (0 < b < 1)%R -> (0 < g <= 1)%R -> (0 < D)%R ->
  moment_series (fun j x => x * (INR j * D - x) * staircase_density b g D x)%R (Variance.edge g D)
    (hourglass_covariance b g D).
Proof. exact (Variance.hourglass_mixed_moment b g D). Qed.

(* It is 0 at the gamma that is optimal for E X^2, c = (b (1 + b)/2)^(1/3). *)
Theorem covariance_zero_at_optimal_gamma (b c D : R) : (0 < b < 1)%R -> (c ^ 3 = optimal_gamma_cube b)%R ->
  hourglass_covariance b (optimal_gamma_mse b c) D = 0%R.
Proof. exact (Variance.covariance_vanishes b c D). Qed.

(* Laplace noise of scale Delta/epsilon loses at most epsilon |s|/Delta at a shift by s. *)
Theorem laplace_is_private (eps D q s : R) (A : set RR) : (0 < eps)%R -> (0 < D)%R -> measurable A ->
  let P (q : R) := line_mechanism (laplace_density eps D) q A in
  P q <= (exp (eps * (Rabs s / D)))%:E * P (q + s)%R.
Proof. exact (fun e0 D0 mA => @laplace_private eps D e0 D0 q s A mA). Qed.

(* Discrete Laplace noise, for an integer query and any set of integers. *)
Theorem discrete_laplace_is_private (eps D : R) (q s : Z) (A : set Z) : (0 < eps)%R -> (0 < D)%R ->
  let P (q : Z) := integer_mechanism (discrete_laplace eps D) q A in
  P q <= (exp (eps * (IZR (Z.abs s) / D)))%:E * P (q + s)%Z.
Proof. exact (fun e0 D0 => @discrete_laplace_private eps D e0 D0 q s A). Qed.

(* The hourglass on the lattice of 1/m, gamma = g/m, for every m: a move by (j/m, 1 - j/m), in steps of 1/m. *)
Theorem discrete_hourglass_is_private (eps : R) (g m j : Z) (q : Z * Z) (A : set (Z * Z)%type) :
  (0 < eps)%R -> (0 < g <= m)%Z -> (0 <= j <= m)%Z ->
  let P q := lattice_mechanism (exp (- eps)) g m q A in
  P q <= (exp eps)%:E * P (q.1 + j, q.2 + (m - j))%Z /\ P (q.1 + j, q.2 + (m - j))%Z <= (exp eps)%:E * P q.
Proof. exact (fun e0 gm jm => @lattice_hourglass_private eps g m j q A e0 gm jm). Qed.

(* ---- The discrete Gaussian of Canonne, Kamath and Steinke ---- *)

(* sigma2 is sigma^2, any positive real number. The shipped mass needs the sum of e^(-j^2/(2 sigma^2)) over j >= 1; it
   is finite, and gaussian_upper is its value. *)
Theorem discrete_gaussian_sum_is_finite (sigma2 : R) : (0 < sigma2)%R ->
  \sum_(n <oo) (exp (- (IZR (Z.of_nat n + 1) ^ 2 / (2 * sigma2))) : RR)%:E = (gaussian_upper sigma2 : RR)%:E.
Proof. exact (@upper_series sigma2). Qed.

Theorem discrete_gaussian_has_mass_one (sigma2 : R) (q : Z) : (0 < sigma2)%R ->
  sum_over_Z (fun k => (discrete_gaussian_mass sigma2 (gaussian_upper sigma2) (k - q)%Z : RR)%:E) = 1.
Proof. exact (fun s0 => @gaussian_mass_one sigma2 s0 q). Qed.

(* rho-zCDP: noise on an integer query of which neighbours' values q and q' differ by at most D. P q k is P(q + K = k).
   The sum on the left is e^((alpha - 1) d), where d is the Renyi divergence of order alpha of q + K from q' + K; so
   d <= alpha rho, with the shipped rho = D^2/(2 sigma^2), for every real order alpha > 1 and every sigma^2. *)
Theorem discrete_gaussian_is_zcdp (sigma2 D alpha : R) (q q' : Z) : (0 < sigma2)%R -> (1 < alpha)%R ->
  (Rabs (IZR q - IZR q') <= D)%R ->
  let P q k := discrete_gaussian_mass sigma2 (gaussian_upper sigma2) (k - q)%Z in
  sum_over_Z (fun k => (Rpower (P q k) alpha * Rpower (P q' k) (1 - alpha) : RR)%R%:E) <=
  (exp ((alpha - 1) * (alpha * discrete_gaussian_rho D sigma2)) : RR)%R%:E.
Proof. exact (fun s0 => @gaussian_zcdp sigma2 s0 D alpha q q'). Qed.

(* What the divergence is: the shipped alpha s^2/(2 sigma^2), s = q - q', and log(theta(alpha s)/theta(0))/(alpha - 1)
   beside it, where theta(c) is the sum of e^(-(k - c)^2/(2 sigma^2)) over all integers k, which is finite. *)
Theorem discrete_gaussian_renyi_of_every_order (sigma2 alpha : R) (q q' : Z) : (0 < sigma2)%R ->
  let P q k := discrete_gaussian_mass sigma2 (gaussian_upper sigma2) (k - q)%Z in
  sum_over_Z (fun k => (Rpower (P q k) alpha * Rpower (P q' k) (1 - alpha) : RR)%R%:E) =
  (exp ((alpha - 1) * discrete_gaussian_divergence (IZR (q - q') ^ 2) alpha sigma2) *
   (theta sigma2 (alpha * IZR (q - q')) / theta sigma2 0) : RR)%R%:E.
Proof. exact (fun s0 => @gaussian_renyi_formula sigma2 s0 alpha q q'). Qed.

Theorem theta_is_a_sum (sigma2 c : R) : (0 < sigma2)%R ->
  sum_over_Z (fun k => (exp (- ((IZR k - c) ^ 2 / (2 * sigma2))) : RR)%:E) = (theta sigma2 c : RR)%:E.
Proof. exact (@etheta_finite sigma2 c). Qed.

Theorem theta_is_greatest_at_zero (sigma2 c : R) : (0 < sigma2)%R -> (theta sigma2 c <= theta sigma2 0)%R.
Proof. exact (@theta_greatest sigma2 c). Qed.

(* Where alpha (q - q') is an integer, it is alpha (q - q')^2/(2 sigma^2), and not less. *)
Theorem discrete_gaussian_renyi (sigma2 alpha : R) (q q' m : Z) : (0 < sigma2)%R ->
  (alpha * IZR (q - q') = IZR m)%R ->
  let P q k := discrete_gaussian_mass sigma2 (gaussian_upper sigma2) (k - q)%Z in
  sum_over_Z (fun k => (Rpower (P q k) alpha * Rpower (P q' k) (1 - alpha) : RR)%R%:E) =
  (exp ((alpha - 1) * discrete_gaussian_divergence (IZR (q - q') ^ 2) alpha sigma2) : RR)%R%:E.
Proof. exact (fun s0 => @gaussian_renyi_exact sigma2 s0 alpha q q' m). Qed.

(* So no smaller rho will do, for an integer sensitivity D. *)
Theorem discrete_gaussian_rho_is_least (sigma2 r : R) (D : Z) : (0 < sigma2)%R -> (0 <= D)%Z ->
  (forall (alpha : R) (q q' : Z), (1 < alpha)%R -> (Rabs (IZR q - IZR q') <= IZR D)%R ->
    gaussian_renyi_sum sigma2 alpha q q' <= (exp ((alpha - 1) * (alpha * r)) : RR)%R%:E) ->
  (discrete_gaussian_rho (IZR D) sigma2 <= r)%R.
Proof. exact (fun s0 => @gaussian_rho_least sigma2 s0 D r). Qed.

(* Noise with independent coordinates on a vector of d integers, any d: D then bounds the Euclidean distance of the
   queries qs and qs'. `sum_over_vectors d` is the sum over all lists of d integers; `vector_output sigma2 qs ks` is the
   product of the P(q + K = k) over the coordinates, each with the shipped mass. *)
Theorem discrete_gaussian_vectors_are_zcdp (sigma2 D alpha : R) (qs qs' : list Z) : (0 < sigma2)%R ->
  size qs = size qs' -> (1 < alpha)%R -> (squared_distance qs qs' <= D ^ 2)%R ->
  let P := vector_output sigma2 in
  sum_over_vectors (size qs) (fun ks => (Rpower (P qs ks) alpha * Rpower (P qs' ks) (1 - alpha) : RR)%R%:E) <=
  (exp ((alpha - 1) * (alpha * discrete_gaussian_rho D sigma2)) : RR)%R%:E.
Proof. exact (fun s0 => @vector_zcdp sigma2 s0 D alpha qs qs'). Qed.

Theorem discrete_gaussian_vectors_have_mass_one (sigma2 : R) (qs : list Z) : (0 < sigma2)%R ->
  sum_over_vectors (size qs) (fun ks => (vector_output sigma2 qs ks : RR)%:E) = 1.
Proof. exact (fun s0 => @vector_mass_one sigma2 s0 qs). Qed.

(* (epsilon, delta)-DP for every set A of integers, with the shipped epsilon = rho + 2 sqrt(rho log(1/delta)). *)
Theorem discrete_gaussian_is_approximately_private (sigma2 D delta : R) (q q' : Z) (A : set Z) : (0 < sigma2)%R ->
  (Rabs (IZR q - IZR q') <= D)%R -> (0 < delta < 1)%R ->
  let P q := integer_mechanism (discrete_gaussian_mass sigma2 (gaussian_upper sigma2)) q A in
  let rho := discrete_gaussian_rho D sigma2 in
  P q <= (exp (zcdp_epsilon rho (sqrt (rho * ln (1 / delta)))))%:E * P q' + (delta : RR)%:E.
Proof. exact (fun s0 => @gaussian_approximate sigma2 s0 D delta q q' A). Qed.

(* The same for vectors and every set of them, where qs and qs' are at most D > 0 apart. *)
Theorem discrete_gaussian_vectors_are_approximately_private (sigma2 D delta : R) (qs qs' : list Z)
  (A : set (list Z)) : (0 < sigma2)%R -> size qs = size qs' -> (0 < D)%R -> (squared_distance qs qs' <= D ^ 2)%R ->
  (0 < delta < 1)%R ->
  let P qs := sum_over_vectors (size qs)
    (fun ks => if pselect (A ks) then (vector_output sigma2 qs ks : RR)%:E else 0) in
  let rho := discrete_gaussian_rho D sigma2 in
  P qs <= (exp (zcdp_epsilon rho (sqrt (rho * ln (1 / delta)))))%:E * P qs' + (delta : RR)%:E.
Proof. exact (fun s0 => @vector_approximate sigma2 s0 D delta qs qs' A). Qed.

(* What is at most that of normal noise: E e^(l K), the tail P(K >= x), and the variance. *)
Theorem discrete_gaussian_is_subgaussian (sigma2 l : R) : (0 < sigma2)%R ->
  let p := discrete_gaussian_mass sigma2 (gaussian_upper sigma2) in
  sum_over_Z (fun k => (p k * exp (l * IZR k) : RR)%R%:E) <= (exp (l ^ 2 * sigma2 / 2) : RR)%R%:E.
Proof. exact (fun s0 => @gaussian_mgf sigma2 s0 l). Qed.

Theorem discrete_gaussian_tail (sigma2 x : R) : (0 < sigma2)%R -> (0 <= x)%R ->
  let p := discrete_gaussian_mass sigma2 (gaussian_upper sigma2) in
  sum_over_Z (fun k => if pselect (x <= IZR k)%R then (p k : RR)%:E else 0) <=
  (exp (- (x ^ 2 / (2 * sigma2))) : RR)%R%:E.
Proof. exact (fun s0 => @gaussian_tail sigma2 s0 x). Qed.

Theorem discrete_gaussian_variance_at_most (sigma2 : R) : (0 < sigma2)%R ->
  let p := discrete_gaussian_mass sigma2 (gaussian_upper sigma2) in
  sum_over_Z (fun k => (IZR k ^ 2 * p k : RR)%R%:E) <= (sigma2 : RR)%:E.
Proof. exact (@gaussian_variance sigma2). Qed.

Definition all_theorems := (hourglass_ratio, hourglass_measurable, hourglass_is_private,
  hourglass_is_private_over_any_measure, hourglass_is_additive, hourglass_has_mass_one, hourglass_marginals,
  hourglass_symmetries,
  hourglass_conditional, staircase_has_mass_one, staircase_variance_is_shipped, hourglass_covariance_is_shipped,
  covariance_zero_at_optimal_gamma, gamma_zero_refuted, algorithm3_is_private, post_processing,
  staircase_is_private, laplace_is_private, discrete_laplace_is_private, discrete_hourglass_is_private,
  discrete_gaussian_sum_is_finite, discrete_gaussian_has_mass_one, discrete_gaussian_is_zcdp, discrete_gaussian_renyi,
  discrete_gaussian_renyi_of_every_order, theta_is_a_sum, theta_is_greatest_at_zero, discrete_gaussian_rho_is_least,
  discrete_gaussian_vectors_are_zcdp, discrete_gaussian_vectors_have_mass_one,
  discrete_gaussian_is_approximately_private, discrete_gaussian_vectors_are_approximately_private,
  discrete_gaussian_is_subgaussian, discrete_gaussian_tail, discrete_gaussian_variance_at_most).
Print Assumptions all_theorems.
