//! Finding on opendp 0.16.0: the mean on a domain of size 3 answers for four records; whether data is in the domain is not checked.
//! make_resize is there to bring data to a public size first. Exit 0 when reproduced, 1 when not.
use opendp::domains::{AtomDomain, VectorDomain};
use opendp::metrics::SymmetricDistance;
use opendp::transformations::{make_clamp, make_mean};

fn main() {
    let records = VectorDomain::new(AtomDomain::<f64>::new_non_nan()).with_size(3);
    let clamp = make_clamp(records, SymmetricDistance::default(), (0.0, 4.0)).expect("a valid clamp");
    let mean = make_mean(clamp.output_domain.clone(), clamp.output_metric.clone()).and_then(|mean| clamp >> mean).expect("a valid mean");
    let found = mean.invoke(&vec![1.0, 2.0, 3.0, 4.0]);
    println!("size 3, four records: {:?}", found.as_ref().map_err(|error| error.to_string()));
    std::process::exit(i32::from(found.is_err()))
}
