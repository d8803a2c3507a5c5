(* The shipped functions of dpmean in Gallina, written from the Python code by `python -m proofs.coq --write`;
   do not edit. Z are the integers, R the real numbers of Coq's library, Int_part the floor of a real number,
   powerRZ b n = b^n for an integer n. Every comparison is one that the Python code makes. The shipped code also
   refuses what is beyond 10^6 steps (cells.LEVEL_CAP); a refusal is no value, and is not seen here. *)

From Coq Require Import ZArith Reals.
Local Open Scope R_scope.

(* cells.level: the step of t >= 0 (Definition 2), g is gamma *)
Definition level (t : R) (g : R) : Z := (
  Int_part (t - g) + 1)%Z.

(* cells.signed_level: the signed step of x *)
Definition signed_level (x : R) (g : R) : Z := (
  if Rle_dec 0 x then
    Int_part (x - g) + 1
  else
    - (Int_part (- x - g) + 1))%Z.

(* cells.hourglass_exponent: A_k and B_k(i) of Section 4.1 in one expression *)
Definition hourglass_exponent (j : Z) (k : Z) : Z := (
  Z.abs j + Z.abs (k - j))%Z.

(* cells.lattice_level: the step of i/m *)
Definition lattice_level (i : Z) (m : Z) (g : Z) : Z := (
  (i - g) / m + 1)%Z.

(* cells.signed_lattice_level: the signed step of i/m *)
Definition signed_lattice_level (i : Z) (m : Z) (g : Z) : Z := (
  if Z_le_dec 0 i then
    (i - g) / m + 1
  else
    - ((- i - g) / m + 1))%Z.

(* staircase.normalizer *)
Definition staircase_normalizer (b : R) (g : R) (d : R) : R := (
  (1 - b) / (2 * d * (g + b * (1 - g))))%R.

(* Staircase.density at x, as a whole *)
Definition staircase_density (b : R) (g : R) (d : R) (x : R) : R := (
  (1 - b) / (2 * d * (g + b * (1 - g))) * powerRZ b (Int_part (Rabs x / d - g) + 1))%R.

(* Staircase.variance *)
Definition staircase_variance (b : R) (g : R) (d : R) : R := (
  d ^ 2 * (b / (1 - b) * (1 / (1 - b) + 3 * (b / (1 - b) * (1 / (1 - b))) + 3 * (b / (1 - b) * (1 / (1 - b) + 2 * (b
    / (1 - b) * (1 / (1 - b)))))) + 1 * g ^ 3 * (1 / (1 - b)) + 3 * g ^ 2 * (b / (1 - b) * (1 / (1 - b))) + 3 * g ^
    1 * (b / (1 - b) * (1 / (1 - b) + 2 * (b / (1 - b) * (1 / (1 - b)))))) / (3 * (b / (1 - b) * (1 / (1 - b)) + 1 *
    g ^ 1 * (1 / (1 - b)))))%R.

(* hourglass.normalizer *)
Definition hourglass_normalizer (b : R) (g : R) (d : R) : R := (
  (1 - b) ^ 2 / (2 * d * (1 + b) * (g + b * (1 - g))))%R.

(* hourglass.weight *)
Definition hourglass_weight (e : Z) (b : R) (g : R) (d : R) : R := (
  (1 - b) ^ 2 / (2 * d * (1 + b) * (g + b * (1 - g))) * powerRZ b e)%R.

(* Hourglass.density at x on the diagonal x + y = k d, as a whole *)
Definition hourglass_density (b : R) (g : R) (d : R) (x : R) (k : Z) : R := (
  if Rle_dec 0 (x / d) then
    (1 - b) ^ 2 / (2 * d * (1 + b) * (g + b * (1 - g))) * powerRZ b (Z.abs (Int_part (x / d - g) + 1) + Z.abs (k -
      (Int_part (x / d - g) + 1)))
  else
    (1 - b) ^ 2 / (2 * d * (1 + b) * (g + b * (1 - g))) * powerRZ b (Z.abs (- (Int_part (- (x / d) - g) + 1)) +
      Z.abs (k - - (Int_part (- (x / d) - g) + 1))))%R.

(* hourglass.covariance *)
Definition hourglass_covariance (b : R) (g : R) (d : R) : R := (
  d ^ 2 * (b * (1 + b) / 2 - (b + g * (1 - b)) ^ 3) / (3 * (b + g * (1 - b)) * (1 - b) ^ 2))%R.

(* optimal_gamma.mse, where c^3 = cube b *)
Definition optimal_gamma_mse (b : R) (c : R) : R := (
  (c - b) / (1 - b))%R.

(* optimal_gamma.cube *)
Definition optimal_gamma_cube (b : R) : R := (
  b * (1 + b) / 2)%R.

(* discrete_staircase.weight *)
Definition discrete_staircase_weight (j : Z) (b : R) (g : Z) (m : Z) : R := (
  (1 - b) / (IZR (2 * g - 1) * (1 - b) + IZR (2 * m) * b) * powerRZ b j)%R.

(* discrete_hourglass.weight at i/m on the diagonal k; gamma = g/m *)
Definition discrete_hourglass_mass (b : R) (g : Z) (m : Z) (i : Z) (k : Z) : R := (
  if Z_le_dec 0 i then
    (1 - b) / (1 + b) * ((1 - b) / (IZR (2 * g - 1) * (1 - b) + IZR (2 * m) * b)) * powerRZ b (Z.abs ((i - g) / m +
      1) + Z.abs (k - ((i - g) / m + 1)))
  else
    (1 - b) / (1 + b) * ((1 - b) / (IZR (2 * g - 1) * (1 - b) + IZR (2 * m) * b)) * powerRZ b (Z.abs (- ((- i - g) /
      m + 1)) + Z.abs (k - - ((- i - g) / m + 1))))%R.

(* Laplace.density at x, as a whole; Decay.power is written as its definition *)
Definition laplace_density (eps : R) (d : R) (x : R) : R := (
  eps / d * exp (- (eps * (Rabs x / d))) / 2)%R.

(* discrete_laplace.pmf, where power = t^|k| *)
Definition discrete_laplace_pmf (t : R) (power : R) : R := (
  (1 - t) / (1 + t) * power)%R.

(* DiscreteGaussian.pmf at k, as a whole; upper is the sum of e^(-j^2/(2 sigma^2)) over j >= 1 *)
Definition discrete_gaussian_mass (sigma_squared : R) (upper : R) (k : Z) : R := (
  exp (- (1 / (2 * sigma_squared)) * (IZR k) ^ 2) / (1 + 2 * upper))%R.

(* discrete_gaussian.total *)
Definition discrete_gaussian_total (upper : R) : R := (
  1 + 2 * upper)%R.

(* discrete_gaussian.rho *)
Definition discrete_gaussian_rho (sensitivity : R) (sigma_squared : R) : R := (
  sensitivity ^ 2 / (2 * sigma_squared))%R.

(* discrete_gaussian.renyi *)
Definition discrete_gaussian_divergence (shift_squared : R) (order : R) (sigma_squared : R) : R := (
  order * shift_squared / (2 * sigma_squared))%R.

(* conversions.epsilon_of_rho, where root = sqrt(rho log(1/delta)) *)
Definition zcdp_epsilon (rho : R) (root : R) : R := (
  rho + 2 * root)%R.

(* the shipped program of Algorithm 3 (TransformedMean), l < u: the record x, clipped *)
Definition clipped_record (l : R) (u : R) (x : R) : R := (
  if Rlt_dec u x then
    u
  else
    if Rlt_dec l x then
      x
    else
      l)%R.

(* the shipped program of Algorithm 3 (TransformedMean), l < u: s1 of no record *)
Definition program_s1_0 (l : R) (u : R) : R := (
  0)%R.

(* the shipped program of Algorithm 3 (TransformedMean), l < u: s2 of no record *)
Definition program_s2_0 (l : R) (u : R) : R := (
  0)%R.

(* the shipped program of Algorithm 3 (TransformedMean), l < u: s1 of one record *)
Definition program_s1_1 (l : R) (u : R) (x : R) : R := (
  if Rlt_dec u x then
    0 + (u - l) / (u - l)
  else
    if Rlt_dec l x then
      0 + (x - l) / (u - l)
    else
      0 + (l - l) / (u - l))%R.

(* the shipped program of Algorithm 3 (TransformedMean), l < u: s2 of one record *)
Definition program_s2_1 (l : R) (u : R) (x : R) : R := (
  if Rlt_dec u x then
    1 - (0 + (u - l) / (u - l))
  else
    if Rlt_dec l x then
      1 - (0 + (x - l) / (u - l))
    else
      1 - (0 + (l - l) / (u - l)))%R.

(* the shipped program of Algorithm 3 (TransformedMean), l < u: s1 of two records *)
Definition program_s1_2 (l : R) (u : R) (x : R) (x' : R) : R := (
  if Rlt_dec u x then
    if Rlt_dec u x' then
      0 + (u - l) / (u - l) * 2
    else
      if Rlt_dec l x' then
        0 + (u - l) / (u - l) + (x' - l) / (u - l)
      else
        0 + (u - l) / (u - l) + (l - l) / (u - l)
  else
    if Rlt_dec l x then
      if Rlt_dec u x' then
        0 + (x - l) / (u - l) + (u - l) / (u - l)
      else
        if Rlt_dec l x' then
          0 + (x - l) / (u - l) + (x' - l) / (u - l)
        else
          0 + (x - l) / (u - l) + (l - l) / (u - l)
    else
      if Rlt_dec u x' then
        0 + (l - l) / (u - l) + (u - l) / (u - l)
      else
        if Rlt_dec l x' then
          0 + (l - l) / (u - l) + (x' - l) / (u - l)
        else
          0 + (l - l) / (u - l) * 2)%R.

(* the shipped program of Algorithm 3 (TransformedMean), l < u: s2 of two records *)
Definition program_s2_2 (l : R) (u : R) (x : R) (x' : R) : R := (
  if Rlt_dec u x then
    if Rlt_dec u x' then
      2 - (0 + (u - l) / (u - l) * 2)
    else
      if Rlt_dec l x' then
        2 - (0 + (u - l) / (u - l) + (x' - l) / (u - l))
      else
        2 - (0 + (u - l) / (u - l) + (l - l) / (u - l))
  else
    if Rlt_dec l x then
      if Rlt_dec u x' then
        2 - (0 + (x - l) / (u - l) + (u - l) / (u - l))
      else
        if Rlt_dec l x' then
          2 - (0 + (x - l) / (u - l) + (x' - l) / (u - l))
        else
          2 - (0 + (x - l) / (u - l) + (l - l) / (u - l))
    else
      if Rlt_dec u x' then
        2 - (0 + (l - l) / (u - l) + (u - l) / (u - l))
      else
        if Rlt_dec l x' then
          2 - (0 + (l - l) / (u - l) + (x' - l) / (u - l))
        else
          2 - (0 + (l - l) / (u - l) * 2))%R.

(* the shipped program of Algorithm 3 (TransformedMean), l < u: the output on no record, drawing (z1, z2) *)
Definition program_release_0 (l : R) (u : R) (z1 : R) (z2 : R) : R := (
  if Rlt_dec 0 (0 + z1 + (0 + z2)) then
    if Rlt_dec 0 ((0 + z1) / (0 + z1 + (0 + z2))) then
      if Rlt_dec 1 ((0 + z1) / (0 + z1 + (0 + z2))) then
        (u - l) * 1 + l
      else
        if Rlt_dec ((0 + z1) / (0 + z1 + (0 + z2))) 1 then
          (u - l) * ((0 + z1) / (0 + z1 + (0 + z2))) + l
        else
          (u - l) * 1 + l
    else
      (u - l) * 0 + l
  else
    if Req_EM_T (0 + z1 + (0 + z2)) 0 then
      (u - l) * (1 / 2) + l
    else
      if Rlt_dec 0 ((0 + z1) / (0 + z1 + (0 + z2))) then
        if Rlt_dec 1 ((0 + z1) / (0 + z1 + (0 + z2))) then
          (u - l) * 1 + l
        else
          if Rlt_dec ((0 + z1) / (0 + z1 + (0 + z2))) 1 then
            (u - l) * ((0 + z1) / (0 + z1 + (0 + z2))) + l
          else
            (u - l) * 1 + l
      else
        (u - l) * 0 + l)%R.

(* the shipped program of Algorithm 3 (TransformedMean), l < u: the output on one record l < x < u *)
Definition program_release_1 (l : R) (u : R) (z1 : R) (z2 : R) (x : R) : R := (
  if Rlt_dec 0 (0 + (x - l) / (u - l) + z1 + (1 - (0 + (x - l) / (u - l)) + z2)) then
    if Rlt_dec 0 ((0 + (x - l) / (u - l) + z1) / (0 + (x - l) / (u - l) + z1 + (1 - (0 + (x - l) / (u - l)) + z2)))
      then
      if Rlt_dec 1 ((0 + (x - l) / (u - l) + z1) / (0 + (x - l) / (u - l) + z1 + (1 - (0 + (x - l) / (u - l)) +
        z2))) then
        (u - l) * 1 + l
      else
        if Rlt_dec ((0 + (x - l) / (u - l) + z1) / (0 + (x - l) / (u - l) + z1 + (1 - (0 + (x - l) / (u - l)) +
          z2))) 1 then
          (u - l) * ((0 + (x - l) / (u - l) + z1) / (0 + (x - l) / (u - l) + z1 + (1 - (0 + (x - l) / (u - l)) +
            z2))) + l
        else
          (u - l) * 1 + l
    else
      (u - l) * 0 + l
  else
    if Req_EM_T (0 + (x - l) / (u - l) + z1 + (1 - (0 + (x - l) / (u - l)) + z2)) 0 then
      (u - l) * (1 / 2) + l
    else
      if Rlt_dec 0 ((0 + (x - l) / (u - l) + z1) / (0 + (x - l) / (u - l) + z1 + (1 - (0 + (x - l) / (u - l)) +
        z2))) then
        if Rlt_dec 1 ((0 + (x - l) / (u - l) + z1) / (0 + (x - l) / (u - l) + z1 + (1 - (0 + (x - l) / (u - l)) +
          z2))) then
          (u - l) * 1 + l
        else
          if Rlt_dec ((0 + (x - l) / (u - l) + z1) / (0 + (x - l) / (u - l) + z1 + (1 - (0 + (x - l) / (u - l)) +
            z2))) 1 then
            (u - l) * ((0 + (x - l) / (u - l) + z1) / (0 + (x - l) / (u - l) + z1 + (1 - (0 + (x - l) / (u - l)) +
              z2))) + l
          else
            (u - l) * 1 + l
      else
        (u - l) * 0 + l)%R.
