//! Finding on opendp 0.16.0: a mean with equal bounds is made; its map pays for the rounding of the constant sum.
//! Exit 0 when reproduced, 1 when not.
use opendp::domains::{AtomDomain, VectorDomain};
use opendp::metrics::SymmetricDistance;
use opendp::transformations::{make_clamp, make_mean};

fn main() {
    let records = VectorDomain::new(AtomDomain::<f64>::new_non_nan()).with_size(4);
    let mean = make_clamp(records, SymmetricDistance::default(), (4.0, 4.0))
        .and_then(|clamp| make_mean(clamp.output_domain.clone(), clamp.output_metric.clone()));
    match mean {
        Ok(mean) => println!("bounds (4, 4) are taken; one replaced record: sensitivity {:?}", mean.map(&2)),
        Err(error) => {
            println!("bounds (4, 4) are refused: {error}");
            std::process::exit(1)
        }
    }
}
