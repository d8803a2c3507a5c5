//! A conformance adapter for dpmean: one JSON request a line on standard input, one JSON reply a line on standard output.
//!
//! As it stands it judges the toy Laplace mechanism of part 1. Put your own library there (a dependency in Cargo.toml will
//! do), then say in part 2 what it can answer. Hand parameters over as they are, NaN and negative ones too: what your
//! library refuses is `rejected`, what it has nothing for is `unsupported`, and only a mistake of this file is `error`.
//! Never fix, clip or check anything on the library's behalf. Requests and replies are defined in vectors/README.md of
//! dpmean; `dpmean show ID` explains a vector. This file is CC0-1.0: use it as you like.

use serde_json::{json, Value};
use std::io::{BufRead, Write};

// ---- 1. Your library, here a toy ----

mod toy {
    use std::{fs::File, io::Read};

    /// Adds noise with density proportional to exp(-epsilon |x| / sensitivity).
    pub struct Laplace {
        scale: f64,
        random: std::io::BufReader<File>,
    }

    impl Laplace {
        /// Refuses what is not positive and finite, NaN too.
        pub fn new(epsilon: f64, sensitivity: f64) -> Result<Self, String> {
            if !(epsilon > 0.0 && epsilon.is_finite()) {
                return Err("epsilon must be positive and finite".into());
            }
            if !(sensitivity > 0.0 && sensitivity.is_finite()) {
                return Err("sensitivity must be positive and finite".into());
            }
            let random = File::open("/dev/urandom").map_err(|e| e.to_string())?;
            Ok(Self {
                scale: sensitivity / epsilon,
                random: std::io::BufReader::new(random),
            })
        }

        pub fn variance(&self) -> f64 {
            2.0 * self.scale * self.scale
        }

        pub fn release(&mut self, value: f64) -> f64 {
            let mut bytes = [0; 8];
            self.random
                .read_exact(&mut bytes)
                .expect("system randomness");
            let bits = u64::from_le_bytes(bytes);
            let uniform = ((bits >> 11) + 1) as f64 / (1u64 << 53) as f64; // in (0, 1]
            let size = -self.scale * uniform.ln();
            if bits & 1 == 0 {
                value - size
            } else {
                value + size
            }
        }
    }
}

// ---- 2. What it can answer ----

fn hello() -> Value {
    json!({"ok": true, "protocol": 2, "adapter": {"name": "toy", "version": "0.1", "language": "rust"},
        "randomness": "os", // where your library's draws come from: os, csprng, pcg64, mersenne or other
        "supports": {
        "kinds": ["exact", "stat", "reject"],
        "objects": ["laplace"],
        "numbers": [], // "rational" if your library takes 1/3 itself, and not the double nearest to it
        "profiles": []
    }})
}

enum Problem {
    Unsupported(String), // the library has nothing for this request
    Refused(String),     // the library refused
    Mistake(String),     // of this file
}

/// A parameter as your library takes it. It comes as text: "2", "1/3", "-1", "nan", "inf", even "one", which no f64 can
/// be: then the type system refuses on the library's behalf.
fn number(text: &str) -> Result<f64, Problem> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    match (numerator.parse::<f64>(), denominator.parse::<f64>()) {
        (Ok(p), Ok(q)) => Ok(p / q),
        _ => Err(Problem::Refused("not a number".into())),
    }
}

/// A double as 16 hexadecimal digits, big-endian.
fn f64_hex(x: f64) -> String {
    format!("{:016x}", x.to_bits())
}

/// The records of a mean (the toy has none) one by one; runs of equal ones may come as a value and how often.
#[allow(dead_code)]
fn records(input: &Value) -> Result<Vec<f64>, Problem> {
    let mut all = Vec::new();
    for value in input["data"].as_array().into_iter().flatten() {
        all.push(number(value.as_str().unwrap_or(""))?);
    }
    for run in input["records"].as_array().into_iter().flatten() {
        let times = run["times"].as_str().and_then(|t| t.parse().ok());
        let times: usize = times.ok_or(Problem::Mistake("times is not a count".into()))?;
        let value = number(run["value"].as_str().unwrap_or(""))?;
        all.extend(std::iter::repeat_n(value, times));
    }
    Ok(all)
}

/// The output for one request, for every kind.
fn run(request: &Value) -> Result<Value, Problem> {
    let params = &request["params"];
    let text = |value: &Value, fallback: &str| value.as_str().unwrap_or(fallback).to_owned();
    if request["object"] != "laplace" || params["epsilon"].is_null() {
        return Err(Problem::Unsupported(
            "only Laplace noise, given by epsilon".into(),
        ));
    }
    let epsilon = number(&text(&params["epsilon"], ""))?;
    let sensitivity = number(&text(&params["sensitivity"], "1"))?;
    let mut laplace = toy::Laplace::new(epsilon, sensitivity).map_err(Problem::Refused)?;
    match request["quantity"].as_str() {
        Some("variance") => return Ok(json!({"value": {"f64": f64_hex(laplace.variance())}})),
        Some(other) => return Err(Problem::Unsupported(format!("no {other}"))),
        None => {} // draws; kind reject imitates the other kinds
    }
    let center = number(&text(&request["input"]["center"], "0"))?;
    let n: usize = text(&request["input"]["draws"], "1")
        .parse()
        .map_err(|_| Problem::Mistake("draws is not a count".into()))?;
    let samples: String = (0..n).map(|_| f64_hex(laplace.release(center))).collect();
    Ok(json!({ "samples": samples }))
    // an integer law answers {"counts": [["-1", "250"], ["0", "500"], ...]}: value and how often
}

// ---- 3. The protocol: nothing to change here ----

fn reply(request: &Value) -> Value {
    if request["op"] == "hello" {
        return hello();
    }
    let seq = &request["seq"];
    match run(request) {
        Ok(output) => json!({"seq": seq, "status": "ok", "output": output}),
        Err(Problem::Unsupported(reason)) => {
            json!({"seq": seq, "status": "unsupported", "reason": reason})
        }
        Err(Problem::Refused(message)) => {
            json!({"seq": seq, "status": "rejected", "message": message})
        }
        Err(Problem::Mistake(trace)) => json!({"seq": seq, "status": "error", "traceback": trace}),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        if request["op"] == "bye" {
            break;
        }
        writeln!(out, "{}", reply(&request))?;
        out.flush()?;
    }
    Ok(())
}
