//! The measurements that are judged, built by the crate's constructors, and their draws.

use crate::protocol::{Outcome, Request, counts, is_binary64, library, real, samples, typed, unsupported};
use opendp::combinators::{make_chain_mt, make_chain_tt};
use opendp::core::{Measurement, Transformation};
use opendp::domains::{AtomDomain, VectorDomain};
use opendp::error::Fallible;
use opendp::measurements::make_laplace;
use opendp::measures::MaxDivergence;
use opendp::metrics::{AbsoluteDistance, L1Distance, SymmetricDistance};
use opendp::transformations::{make_clamp, make_mean};
use opendp::utilities::search::fallible_binary_search;

pub type Laplace<T> = Measurement<AtomDomain<T>, AbsoluteDistance<T>, MaxDivergence, T>;
pub type Mean = Transformation<VectorDomain<AtomDomain<f64>>, SymmetricDistance, AtomDomain<f64>, AbsoluteDistance<f64>>;
type PrivateMean = Measurement<VectorDomain<AtomDomain<f64>>, SymmetricDistance, MaxDivergence, f64>;

pub const REPLACED: u32 = 2; // one record removed and one added

pub fn laplace(scale: f64) -> Fallible<Laplace<f64>> {
    make_laplace(AtomDomain::new_non_nan(), AbsoluteDistance::default(), scale, None)
}

pub fn discrete_laplace(scale: f64) -> Fallible<Laplace<i64>> {
    make_laplace(AtomDomain::default(), AbsoluteDistance::default(), scale, None)
}

pub fn mean(lower: f64, upper: f64, n: usize) -> Fallible<Mean> {
    let records = VectorDomain::new(AtomDomain::new_non_nan()).with_size(n);
    let clamp = make_clamp(records, SymmetricDistance::default(), (lower, upper))?;
    let average = make_mean(clamp.output_domain.clone(), clamp.output_metric.clone())?;
    make_chain_tt(&average, &clamp)
}

pub fn private_mean(mean: &Mean, scale: f64) -> Fallible<PrivateMean> {
    make_chain_mt(&laplace(scale)?, mean)
}

/// The least scale whose measurement is (d_in, epsilon)-close by the crate's own maps.
pub fn scale_for_laplace(d_in: f64, epsilon: f64) -> Outcome<f64> {
    library(|| fallible_binary_search(|scale| laplace(*scale)?.check(&d_in, &epsilon), ()))
}

fn scale_for_discrete_laplace(d_in: i64, epsilon: f64) -> Outcome<f64> {
    library(|| fallible_binary_search(|scale| discrete_laplace(*scale)?.check(&d_in, &epsilon), ()))
}

/// Without bounds the search looks at scales up to 2^49 only, as its documentation says.
pub fn scale_for_mean(mean: &Mean, epsilon: f64, bounds: (Option<f64>, Option<f64>)) -> Outcome<f64> {
    library(|| fallible_binary_search(|scale| private_mean(mean, *scale)?.check(&REPLACED, &epsilon), bounds))
}

/// A parameter as f64; outside `reject` it must be one exactly.
pub fn binary64(request: &Request, name: &str, default: Option<&str>) -> Outcome<f64> {
    let text = default.map_or_else(|| request.needed(name), |d| Ok(request.param(name).unwrap_or(d)))?;
    if request.get("kind") != "reject" && !is_binary64(text) {
        return unsupported(format!("this part of the crate takes binary64, and {name} is none"));
    }
    real(name, text)
}

/// Sensitivity / epsilon, as the crate's user computes it.
pub fn quotient(request: &Request) -> Outcome<f64> {
    Ok(binary64(request, "sensitivity", Some("1"))? / binary64(request, "epsilon", None)?)
}

pub fn draws(request: &Request, object: &str) -> Outcome {
    let reject = request.get("kind") == "reject";
    let (n, center) = (request.n(), request.input("center").unwrap_or("0"));
    match object {
        "sized_mean" => mean_draws(request, n),
        "laplace" => {
            let d_in = binary64(request, "sensitivity", Some("1"))?;
            let scale = if reject { scale_for_laplace(d_in, binary64(request, "epsilon", None)?)? } else { quotient(request)? };
            let domain = VectorDomain::new(AtomDomain::<f64>::new_non_nan());
            let law = library(|| make_laplace::<_, _, MaxDivergence>(domain, L1Distance::<f64>::default(), scale, None))?;
            Ok(samples(library(|| law.invoke(&vec![real("center", center).unwrap_or(f64::NAN); n]))?))
        }
        _ => {
            let d_in: i64 = typed("sensitivity", request.param("sensitivity").unwrap_or("1"))?;
            let scale = if reject { scale_for_discrete_laplace(d_in, binary64(request, "epsilon", None)?)? } else { quotient(request)? };
            let domain = VectorDomain::new(AtomDomain::<i64>::default());
            let law = library(|| make_laplace::<_, _, MaxDivergence>(domain, L1Distance::<i64>::default(), scale, None))?;
            let center: i64 = typed("center", center)?;
            Ok(counts(library(|| law.invoke(&vec![center; n]))?.into_iter().map(i128::from)))
        }
    }
}

fn mean_draws(request: &Request, n: usize) -> Outcome {
    if request.param("noise") != Some("laplace") {
        return unsupported("the mean is composed with make_laplace only (noise laplace)");
    }
    let data = request.data().into_iter().map(|record| real("a record", record)).collect::<Outcome<Vec<f64>>>()?;
    let (lower, upper) = (binary64(request, "lower", None)?, binary64(request, "upper", None)?);
    let size = typed("n", request.needed("n")?)?;
    let mean = library(|| mean(lower, upper, size))?;
    let bounds = if request.get("kind") == "stat" { (Some(0.0), Some(2f64.powi(200))) } else { (None, None) };
    let scale = scale_for_mean(&mean, binary64(request, "epsilon", None)?, bounds)?;
    let release = library(|| private_mean(&mean, scale))?;
    Ok(samples((0..n).map(|_| library(|| release.invoke(&data))).collect::<Outcome<Vec<f64>>>()?))
}
