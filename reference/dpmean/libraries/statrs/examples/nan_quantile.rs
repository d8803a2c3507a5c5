//! Finding on statrs 0.19.1: `inverse_cdf` answers NaN for a probability of NaN, where it panics for 2.
//! Exit 0 when reproduced, 1 when not.
use statrs::distribution::{ContinuousCDF, Laplace};

fn main() {
    let found = Laplace::new(0.0, 1.0).expect("a valid law").inverse_cdf(f64::NAN);
    println!("inverse_cdf(NaN): {found}");
    std::process::exit(i32::from(!found.is_nan()))
}
