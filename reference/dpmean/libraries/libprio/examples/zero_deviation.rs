//! Finding on prio 0.18.1: DiscreteGaussian::new accepts a standard deviation of 0, and every draw is 0. (ZCdpBudget refuses an epsilon of 0, but
//! the way from a budget is not the only one.) Exit 0 when reproduced, 1 when not.
use prio::dp::Rational;
use prio::dp::distributions::DiscreteGaussian;
use rand::distr::Distribution;

fn main() {
    let zero = Rational::from_unsigned(0u128, 1u128).expect("0 is a rational");
    match DiscreteGaussian::new(zero) {
        Ok(law) => println!("a standard deviation of 0 is taken; a draw: {}", law.sample(&mut rand::rng())),
        Err(error) => {
            println!("a standard deviation of 0 is refused: {error}");
            std::process::exit(1)
        }
    }
}
