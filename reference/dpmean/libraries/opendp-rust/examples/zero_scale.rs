//! Finding on opendp 0.16.0: a Laplace measurement of scale 0 is made, and releases the value itself.
//! Exit 0 when reproduced, 1 when not.
use opendp::domains::AtomDomain;
use opendp::measurements::make_laplace;
use opendp::measures::MaxDivergence;
use opendp::metrics::AbsoluteDistance;

fn main() {
    let domain = AtomDomain::<f64>::new_non_nan();
    match make_laplace::<_, _, MaxDivergence>(domain, AbsoluteDistance::<f64>::default(), 0.0, None) {
        Ok(release) => println!("scale 0 releases {:?} for 3.0, and its map answers {:?}", release.invoke(&3.0), release.map(&1.0)),
        Err(error) => {
            println!("scale 0 is refused: {error}");
            std::process::exit(1)
        }
    }
}
