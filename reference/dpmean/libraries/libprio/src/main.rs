//! Conformance adapter (protocol 2) for libprio-rs 0.18.1, the crate `prio` of Prio3, Divvi Up and Firefox.
//!
//! What is judged: `prio::dp::distributions::PureDpDiscreteLaplace`, through `PureDpBudget` and `create_distribution`.
//! Its documentation: "a new sampler for the discrete Laplace distribution with a scale parameter calibrated to provide
//! `epsilon`-differential privacy when added to the result of an integer-valued function with L1-sensitivity
//! `sensitivity`"; "this uses L1-sensitivity, with the substitution definition of neighboring datasets"; the sampler is
//! that of Canonne, Kamath and Steinke (arXiv:2004.00010). Epsilon and sensitivity are exact (`Rational`), so `numbers`
//! is rational. `discrete_gaussian` is `DiscreteGaussian::new(std)` and `ZCdpDiscreteGaussian`'s sampler; it takes the standard deviation as a
//! rational, so only a sigma_squared that is a square is asked. The crate exposes draws only: no density, no distribution function, no accounting.
//!
//! Translation: "p/q" without a sign goes through `Rational::from_unsigned`; whatever else is a number goes through the
//! other door, `Rational::try_from` for f32, which is the one that can be given a sign, NaN or infinity. The draws come
//! from `ThreadRng` (a byte tape could drive the sampler, but it consumes bytes by no profile of ours). The centre is
//! added to the draw, as its user does.

mod protocol;

use prio::dp::distributions::{DiscreteGaussian, PureDpDiscreteLaplace};
use prio::dp::{DifferentialPrivacyStrategy, PureDpBudget, Rational};
use protocol::{Outcome, Request, counts, library, real, serve, typed, unsupported};
use rand::distr::Distribution;
use serde_json::json;

fn rational(name: &str, text: &str) -> Outcome<Rational> {
    let (p, q) = text.split_once('/').unwrap_or((text, "1"));
    if let (Ok(p), Ok(q)) = (p.parse::<u128>(), q.parse::<u128>()) {
        return library(|| Rational::from_unsigned(p, q));
    }
    let single = real(name, text)? as f32;
    library(|| Rational::try_from(single))
}

/// The root of p/q as text, where it is rational; what is not a positive rational stays as it is, for the library to refuse.
fn root(text: &str) -> Outcome<String> {
    let (p, q) = text.split_once('/').unwrap_or((text, "1"));
    let (Ok(p), Ok(q)) = (p.parse::<u128>(), q.parse::<u128>()) else {
        return Ok(text.to_string());
    };
    let (a, b) = (p.isqrt(), q.isqrt());
    if a * a == p && b * b == q { Ok(format!("{a}/{b}")) } else { unsupported("the library takes sigma, which is irrational here") }
}

fn gaussian(request: &Request) -> Outcome {
    let std = rational("sigma_squared", &root(request.param("sigma_squared").unwrap_or("1"))?)?;
    let law = library(|| DiscreteGaussian::new(std))?;
    let center: i128 = typed("center", request.input("center").unwrap_or("0"))?;
    let mut rng = rand::rng();
    let draws = library(|| Ok::<_, String>((0..request.n()).map(|_| law.sample(&mut rng)).collect::<Vec<_>>()))?;
    Ok(counts(draws.into_iter().map(|k| center + i128::try_from(k).expect("a draw has fewer than 127 bits"))))
}

fn draw(request: &Request) -> Outcome {
    let Some(epsilon) = request.param("epsilon") else {
        return unsupported("the library takes epsilon; it has no decay parameter to hand this to");
    };
    let epsilon = rational("epsilon", epsilon)?;
    let sensitivity = rational("sensitivity", request.param("sensitivity").unwrap_or("1"))?;
    let strategy = library(|| PureDpBudget::new(epsilon).map(PureDpDiscreteLaplace::from_budget))?;
    let law = library(|| strategy.create_distribution(sensitivity))?;
    let center: i128 = typed("center", request.input("center").unwrap_or("0"))?;
    let mut rng = rand::rng();
    let draws = library(|| Ok::<_, String>((0..request.n()).map(|_| law.sample(&mut rng)).collect::<Vec<_>>()))?;
    Ok(counts(draws.into_iter().map(|k| center + i128::try_from(k).expect("a draw has fewer than 127 bits"))))
}

fn run(request: &Request) -> Outcome {
    match (request.get("object"), request.get("kind"), request.get("quantity")) {
        ("discrete_laplace", "stat" | "reject", "") => draw(request),
        ("discrete_gaussian", "stat" | "reject", "") => gaussian(request),
        ("discrete_gaussian", _, quantity) => unsupported(format!("libprio exposes draws only, no {quantity}")),
        ("discrete_laplace", _, quantity) => unsupported(format!("libprio exposes draws only, no {quantity}")),
        (object, _, _) => unsupported(format!("libprio has no {object}")),
    }
}

fn main() {
    let hello = json!({
        "ok": true, "protocol": 2, "adapter": {"name": "libprio", "version": "0.18.1", "language": "rust"},
        "supports": {"kinds": ["stat", "reject"], "objects": ["discrete_laplace", "discrete_gaussian"], "profiles": [], "numbers": ["rational"]},
        "randomness": "csprng", "edition": "corrected",
    });
    serve(&hello, run);
}
