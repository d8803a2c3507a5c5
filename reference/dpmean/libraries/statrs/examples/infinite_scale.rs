//! Finding on statrs 0.19.1: an infinite scale is taken (only NaN and scale <= 0 are refused), and its draws are infinite.
//! Exit 0 when reproduced, 1 when not.
use rand::distr::Distribution;
use statrs::distribution::Laplace;

fn main() {
    let Ok(law) = Laplace::new(0.0, f64::INFINITY) else {
        println!("an infinite scale is refused");
        std::process::exit(1)
    };
    let draw = law.sample(&mut rand::rng());
    println!("an infinite scale is taken; a draw: {draw}");
    std::process::exit(i32::from(draw.is_finite()))
}
