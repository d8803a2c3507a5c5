//! Finding on opendp 0.16.0: discrete_laplacian_scale_to_accuracy overflows at a scale of 1/1000 and answers minus infinity.
//! Exit 0 when reproduced, 1 when not.
use opendp::accuracy::discrete_laplacian_scale_to_accuracy;

fn main() {
    let found = discrete_laplacian_scale_to_accuracy(0.001, 0.5).ok();
    println!("accuracy at scale 1/1000 and alpha 1/2: {found:?}; no accuracy is below 0");
    std::process::exit(i32::from(found.is_none_or(|accuracy| accuracy >= 0.0)))
}
