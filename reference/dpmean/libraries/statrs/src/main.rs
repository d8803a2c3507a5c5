//! Conformance adapter (protocol 2) for statrs 0.19.1, the statistics library of Rust: a control, which claims no privacy.
//!
//! What is judged: `statrs::distribution::Laplace`, "the Laplace distribution" in binary64 with a location and a scale:
//! `density` = pdf, `log_density` = ln_pdf, `cdf`, `quantile` = inverse_cdf, `variance`, `tail` for x >= 0 = twice `sf`
//! (the survival function; the law is symmetric), and draws at location `center`. It documents one condition, "returns
//! an error if location or scale are NaN or scale <= 0.0", and knows no epsilon: the scale is sensitivity / epsilon, as
//! a naive user computes it, and what comes of a bad epsilon is what its constructor makes of that scale. The support
//! check shows what happens when such draws are used as privacy noise: statrs never says that they may be.
//!
//! Translation: parameters are binary64. `density`, `cdf` and `tail` are exponential in the scale, so that a rounded
//! scale is another law within the precision asked for: they are answered only where sensitivity / epsilon is exact.

mod protocol;

use protocol::{Outcome, Request, library, real, samples, serve, unsupported, value};
use rand::distr::Distribution as _;
use serde_json::json;
use statrs::distribution::{Continuous, ContinuousCDF, Laplace};
use statrs::statistics::Distribution as _;

fn parameter(request: &Request, name: &str, default: &str) -> Outcome<f64> {
    real(name, request.param(name).unwrap_or(default))
}

fn law(request: &Request, location: f64) -> Outcome<(Laplace, bool)> {
    if request.param("decay").is_some() {
        return unsupported("the library takes a scale; it has no decay parameter to hand this to");
    }
    let (epsilon, sensitivity) = (parameter(request, "epsilon", "")?, parameter(request, "sensitivity", "1")?);
    let scale = sensitivity / epsilon;
    let exact = scale.mul_add(epsilon, -sensitivity) == 0.0; // one rounding, so 0 says that the quotient is exact
    library(|| Laplace::new(location, scale)).map(|law| (law, exact))
}

fn quantity(request: &Request, name: &str) -> Outcome {
    let (law, exact) = law(request, 0.0)?;
    if matches!(name, "density" | "cdf" | "tail") && !exact {
        return unsupported("the scale that the library takes is not exact in binary64");
    }
    let x = parameter(request, if name == "quantile" { "p" } else { "x" }, "0")?;
    if name == "tail" && x < 0.0 {
        return unsupported("the survival function gives both tails at x >= 0 only");
    }
    match library(|| Ok::<_, String>(evaluate(&law, name, x)))? {
        Some(answer) => Ok(value(answer)),
        None => unsupported(format!("statrs exposes no {name} for laplace")),
    }
}

fn evaluate(law: &Laplace, name: &str, x: f64) -> Option<f64> {
    match name {
        "density" => Some(law.pdf(x)),
        "log_density" => Some(law.ln_pdf(x)),
        "cdf" => Some(law.cdf(x)),
        "tail" => Some(2.0 * law.sf(x)),
        "quantile" => Some(law.inverse_cdf(x)),
        "variance" => law.variance(),
        _ => None,
    }
}

fn draws(request: &Request) -> Outcome {
    let (law, _) = law(request, real("center", request.input("center").unwrap_or("0"))?)?;
    let mut rng = rand::rng();
    library(|| Ok::<_, String>(samples((0..request.n()).map(|_| law.sample(&mut rng)))))
}

fn run(request: &Request) -> Outcome {
    match (request.get("object"), request.get("kind"), request.get("quantity")) {
        ("laplace", "stat" | "reject", "") => draws(request),
        ("laplace", _, "epsilon" | "scale") => unsupported("statrs knows no epsilon"),
        ("laplace", _, name) => quantity(request, name),
        (object, _, _) => unsupported(format!("statrs has no {object}")),
    }
}

fn main() {
    let hello = json!({
        "ok": true, "protocol": 2, "adapter": {"name": "statrs", "version": "0.19.1", "language": "rust"},
        "supports": {"kinds": ["exact", "stat", "reject"], "objects": ["laplace"], "profiles": [], "numbers": []},
        "randomness": "csprng", "edition": "corrected",
    });
    serve(&hello, run);
}
