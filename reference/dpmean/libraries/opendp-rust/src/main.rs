//! Conformance adapter (protocol 2) for OpenDP's Rust crate `opendp` 0.16.0, feature "contrib" alone.
//!
//! Without its feature `use-openssl` the draws come from `rand::thread_rng`, which the crate calls non-secure: the law
//! is the same, and the crate then builds with Rust and a linker only (no OpenSSL, no GMP or MPFR, no m4).
//!
//! What is judged, always through the crate's own API:
//!
//! * laplace           `make_laplace` on `AtomDomain<f64>` (no NaN), `AbsoluteDistance`: its privacy map gives `epsilon`
//!                     (d_in = sensitivity) and `privacy_loss` (d_in = |shift|); `scale` by `fallible_binary_search`;
//!                     `quantile` for p >= 1/2 = `laplacian_scale_to_accuracy` at alpha = 2(1-p); `tail` for x >= 0 =
//!                     twice `conservative_continuous_laplacian_tail_to_alpha`, which is Pr[X > t]
//! * discrete_laplace  the same law in exact rationals, `ZExpFamily<1>` on `AtomDomain<IBig>`: `epsilon`, `privacy_loss`;
//!                     `tail` for k >= 1 = twice `conservative_discrete_laplacian_tail_to_alpha` at k - 1; `quantile` =
//!                     floor of `discrete_laplacian_scale_to_accuracy` ("you can take the floor"); draws and refusals
//!                     through `make_laplace` on i64
//! * sized_mean        noise "laplace": `make_clamp`, `make_mean` (size in the domain), `make_laplace`, the scale found
//!                     for d_in = 2; `sensitivity` from the map of the mean at d_in = 2
//!
//! Relation: `SymmetricDistance`; with the size n in the domain (n public) d_in = 2 is one replaced record. The measure
//! is `MaxDivergence`: pure epsilon-DP of what is released. Maps and tails are upper bounds, rounded upward.
//!
//! Translation: f64 parameters of `exact` and `stat` must be binary64 (else unsupported); rationals go to RBig exactly.
//! The crate takes a scale: it is sensitivity / epsilon as its user computes it; for `reject`, epsilon and sensitivity go
//! to `Measurement::check` within the search for a scale, the one place that takes them.

mod exact;
mod mechanisms;
mod protocol;

use protocol::{Outcome, Request, serve, unsupported};
use serde_json::json;

const OBJECTS: [&str; 3] = ["laplace", "discrete_laplace", "sized_mean"];

fn run(request: &Request) -> Outcome {
    let object = request.get("object");
    if !OBJECTS.contains(&object) {
        return unsupported(format!("OpenDP has no {object}"));
    }
    if request.param("decay").is_some() {
        return unsupported("the crate takes a scale; it has no decay parameter to hand this to");
    }
    match (request.get("kind"), request.get("quantity")) {
        ("exact" | "reject", quantity) if !quantity.is_empty() => exact::answer(request, object, quantity),
        ("stat" | "reject", _) => mechanisms::draws(request, object),
        (kind, _) => unsupported(format!("kind {kind}")),
    }
}

fn main() {
    let hello = json!({
        "ok": true, "protocol": 2, "adapter": {"name": "opendp-rust", "version": "0.16.0", "language": "rust"},
        "supports": {"kinds": ["exact", "stat", "reject"], "objects": OBJECTS, "profiles": [], "numbers": ["rational"]},
        "randomness": "csprng", "edition": "corrected",
    });
    serve(&hello, run);
}
