//! Finding on prio 0.18.1: a sensitivity of 3/2 is taken for integer noise. The noise is private: it stays on the integers.
//! Exit 0 when reproduced, 1 when not.
use prio::dp::distributions::PureDpDiscreteLaplace;
use prio::dp::{DifferentialPrivacyStrategy, PureDpBudget, Rational};
use rand::distr::Distribution;

fn main() {
    let rational = |p: u128, q: u128| Rational::from_unsigned(p, q).expect("positive");
    let strategy = PureDpDiscreteLaplace::from_budget(PureDpBudget::new(rational(1, 1)).expect("epsilon 1"));
    match strategy.create_distribution(rational(3, 2)) {
        Ok(law) => println!("sensitivity 3/2 is taken; a draw: {}", law.sample(&mut rand::rng())),
        Err(error) => {
            println!("sensitivity 3/2 is refused: {error}");
            std::process::exit(1)
        }
    }
}
