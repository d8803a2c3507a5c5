//! Finding on opendp 0.16.0: the clamp is an error on a NaN record: whether the private mean answers tells that it is there.
//! The domain is declared free of NaN, so such data is outside it. Exit 0 when reproduced, 1 when not.
use opendp::domains::{AtomDomain, VectorDomain};
use opendp::metrics::SymmetricDistance;
use opendp::transformations::{make_clamp, make_mean};

fn main() {
    let records = VectorDomain::new(AtomDomain::<f64>::new_non_nan()).with_size(3);
    let clamp = make_clamp(records, SymmetricDistance::default(), (0.0, 4.0)).expect("a valid clamp");
    let mean = make_mean(clamp.output_domain.clone(), clamp.output_metric.clone()).and_then(|mean| clamp >> mean).expect("a valid mean");
    println!("no record is NaN: {:?}", mean.invoke(&vec![0.25, 2.0, 3.0]));
    let found = mean.invoke(&vec![0.25, 2.0, f64::NAN]);
    println!("one record is NaN: {:?}", found.as_ref().map_err(|error| error.to_string()));
    std::process::exit(i32::from(found.is_ok()))
}
