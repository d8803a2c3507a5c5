//! Finding on statrs 0.19.1: `ln_pdf` is the logarithm of `pdf`, so it is -inf where the density underflows.
//! Exit 0 when reproduced, 1 when not.
use statrs::distribution::{Continuous, Laplace};

fn main() {
    let found = Laplace::new(0.0, 0.02).expect("a valid law").ln_pdf(32.0);
    println!("ln_pdf(32) at scale 1/50: {found}; the true value is -1596.78...");
    std::process::exit(i32::from(found.is_finite()))
}
