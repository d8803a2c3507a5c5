//! Quantities: the crate's privacy maps, stability maps, accuracies and tail bounds.

use crate::mechanisms::{REPLACED, binary64, laplace, mean, quotient, scale_for_laplace, scale_for_mean};
use crate::protocol::{Outcome, Request, library, typed, unsupported, value};
use dashu::base::Abs;
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use opendp::accuracy::{
    conservative_continuous_laplacian_tail_to_alpha, conservative_discrete_laplacian_tail_to_alpha, discrete_laplacian_scale_to_accuracy,
    laplacian_scale_to_accuracy,
};
use opendp::domains::AtomDomain;
use opendp::measurements::{MakeNoise, ZExpFamily};
use opendp::measures::MaxDivergence;
use opendp::metrics::AbsoluteDistance;

pub fn answer(request: &Request, object: &str, quantity: &str) -> Outcome {
    let answer = match (object, quantity) {
        ("laplace", "epsilon") => laplace_map(binary64(request, "scale", None)?, binary64(request, "sensitivity", Some("1"))?),
        ("laplace", "privacy_loss") => laplace_map(quotient(request)?, binary64(request, "shift", None)?.abs()),
        ("laplace", "scale") => scale_for_laplace(binary64(request, "sensitivity", Some("1"))?, binary64(request, "epsilon", None)?),
        ("laplace", "quantile") => quantile(request, laplacian_scale_to_accuracy),
        ("laplace", "tail") => tail(request),
        ("discrete_laplace", "epsilon") => rational_map(rational(request, "scale")?, rational(request, "sensitivity")?),
        ("discrete_laplace", "privacy_loss") => rational_map(scale(request)?, rational(request, "shift")?.abs()),
        ("discrete_laplace", "quantile") => quantile(request, discrete_laplacian_scale_to_accuracy).map(f64::floor),
        ("discrete_laplace", "tail") => discrete_tail(request),
        ("sized_mean", "sensitivity" | "scale") => sized_mean(request, quantity),
        _ => unsupported(format!("OpenDP exposes no {quantity} for {object}")),
    };
    answer.map(value)
}

fn laplace_map(scale: f64, d_in: f64) -> Outcome<f64> {
    library(|| laplace(scale)?.map(&d_in))
}

fn rational_map(scale: RBig, d_in: RBig) -> Outcome<f64> {
    let space = (AtomDomain::<IBig>::default(), AbsoluteDistance::<RBig>::default());
    library(|| MakeNoise::<_, _, MaxDivergence>::make_noise(ZExpFamily::<1> { scale }, space)?.map(&d_in))
}

/// An exact parameter; sensitivity is 1 when it is absent.
fn rational(request: &Request, name: &str) -> Outcome<RBig> {
    let text = if name == "sensitivity" { request.param(name).unwrap_or("1") } else { request.needed(name)? };
    typed(name, text)
}

/// Sensitivity / epsilon, exactly.
fn scale(request: &Request) -> Outcome<RBig> {
    Ok(rational(request, "sensitivity")? / rational(request, "epsilon")?)
}

/// P(|X| >= a) = alpha at a = the accuracy, so a is the quantile at p = 1 - alpha/2.
fn quantile(request: &Request, accuracy: fn(f64, f64) -> opendp::error::Fallible<f64>) -> Outcome<f64> {
    let alpha = RBig::from(2) * (RBig::ONE - rational(request, "p")?);
    if alpha > RBig::ONE {
        return unsupported("OpenDP gives accuracies, which are the quantiles at p >= 1/2");
    }
    let (scale, alpha) = (quotient(request)?, alpha.to_f64().value());
    library(|| accuracy(scale, alpha))
}

fn tail(request: &Request) -> Outcome<f64> {
    let x = rational(request, "x")?;
    if x < RBig::ZERO {
        return unsupported("the crate's tails are for t >= 0");
    }
    let scale = scale(request)?;
    library(|| conservative_continuous_laplacian_tail_to_alpha(scale, x)).map(|alpha| 2.0 * alpha)
}

fn discrete_tail(request: &Request) -> Outcome<f64> {
    let k: IBig = typed("k", request.needed("k")?)?;
    if k < IBig::ONE {
        return unsupported("the crate's tails are Pr[X > t] for t >= 0, that is Pr[X >= k] for k >= 1");
    }
    let (scale, t) = (scale(request)?, UBig::try_from(k - IBig::ONE).expect("k >= 1"));
    library(|| conservative_discrete_laplacian_tail_to_alpha(scale, t)).map(|alpha| 2.0 * alpha)
}

fn sized_mean(request: &Request, quantity: &str) -> Outcome<f64> {
    let (lower, upper) = (binary64(request, "lower", None)?, binary64(request, "upper", None)?);
    let n = typed("n", request.needed("n")?)?;
    let mean = library(|| mean(lower, upper, n))?;
    match quantity {
        "sensitivity" => library(|| mean.map(&REPLACED)),
        _ => scale_for_mean(&mean, binary64(request, "epsilon", None)?, (None, None)),
    }
}
