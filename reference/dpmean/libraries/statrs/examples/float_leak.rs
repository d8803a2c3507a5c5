//! Finding on statrs 0.19.1, a control that claims no privacy: the doubles drawn at location 0 cannot all be drawn at 1.
//! Exit 0 when reproduced, 1 when not.
use rand::distr::Distribution;
use statrs::distribution::Laplace;

fn main() {
    let mut rng = rand::rng();
    let mut finer = |location: f64| {
        let law = Laplace::new(location, 1.0).expect("a valid law");
        (0..40_000).filter(|_| (law.sample(&mut rng) * 2f64.powi(53)).fract() != 0.0).count()
    };
    let (at_zero, at_one) = (finer(0.0), finer(1.0));
    println!("of 40000 draws, finer than 2^-53: {at_zero} at location 0, {at_one} at location 1; epsilon 1 allows a factor 2.72");
    std::process::exit(i32::from(at_zero < 1000 || at_one * 10 > at_zero))
}
