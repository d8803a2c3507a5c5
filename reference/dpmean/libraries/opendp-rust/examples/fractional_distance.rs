//! Finding on opendp 0.16.0: discrete Laplace noise maps a distance of 1/2 between integers; sound, as an upper bound.
//! Exit 0 when reproduced, 1 when not.
use dashu::integer::IBig;
use dashu::rational::RBig;
use opendp::domains::AtomDomain;
use opendp::measurements::{MakeNoise, ZExpFamily};
use opendp::measures::MaxDivergence;
use opendp::metrics::AbsoluteDistance;

fn main() {
    let space = (AtomDomain::<IBig>::default(), AbsoluteDistance::<RBig>::default());
    let noise = ZExpFamily::<1> { scale: RBig::from(2) };
    let half = RBig::ONE / RBig::from(2);
    match MakeNoise::<_, _, MaxDivergence>::make_noise(noise, space).and_then(|release| release.map(&half)) {
        Ok(epsilon) => println!("d_in = 1/2 at scale 2 is accepted: epsilon {epsilon}"),
        Err(error) => {
            println!("d_in = 1/2 is refused: {error}");
            std::process::exit(1)
        }
    }
}
