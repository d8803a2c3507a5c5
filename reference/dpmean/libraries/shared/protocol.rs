//! Protocol 2 (JSON lines on stdio) for adapters in Rust: reading requests, writing replies, numbers as text.
//!
//! The same file in every Rust adapter of this folder (a test compares them); what a library is and can do is in
//! `main.rs` alone. What the library returns as an error or panics with is its refusal (`Refusal::Rejected`); a panic
//! anywhere else is a mistake of the adapter (`error`).
#![allow(dead_code)] // no adapter needs all of it

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why a request has no answer.
pub enum Refusal {
    /// The library has nothing that answers it.
    Unsupported(String),
    /// The library (or the type of its parameter) refuses: where, and what it says.
    Rejected(&'static str, String),
}

pub type Outcome<T = Value> = Result<T, Refusal>;

pub fn unsupported<T>(reason: impl Display) -> Outcome<T> {
    Err(Refusal::Unsupported(reason.to_string()))
}

/// A call into the library: an error or a panic is its refusal.
pub fn library<T, E: Display>(call: impl FnOnce() -> Result<T, E>) -> Outcome<T> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(Refusal::Rejected("error", error.to_string())),
        Err(panic) => Err(Refusal::Rejected("panic", words(&*panic))),
    }
}

/// A parameter as the library's type; what the type cannot hold cannot be handed over, which refuses it.
pub fn typed<T: std::str::FromStr>(name: &str, text: &str) -> Outcome<T> {
    let held = format!("{name} does not fit the library's type {}", std::any::type_name::<T>());
    text.parse().map_err(|_| Refusal::Rejected("type", held))
}

/// A parameter as the nearest binary64: `p/q`, an integer, or whatever Rust itself reads ("nan", "inf").
pub fn real(name: &str, text: &str) -> Outcome<f64> {
    let Some((p, q)) = text.split_once('/') else { return typed(name, text) };
    match (p.parse::<i64>(), q.parse::<i64>()) {
        (Ok(p), Ok(q)) if p.unsigned_abs().max(q.unsigned_abs()) <= 1 << 53 => Ok(p as f64 / q as f64), // both are exact, so the quotient is the nearest double
        _ => unsupported(format!("{name} has more digits than this adapter divides")),
    }
}

/// Whether `p/q` (in lowest terms) is exactly a binary64.
pub fn is_binary64(text: &str) -> bool {
    match text.split_once('/') {
        None => true,
        Some((p, q)) => q.parse().is_ok_and(u64::is_power_of_two) && p.parse().is_ok_and(|p: i64| p.unsigned_abs() <= 1 << 53),
    }
}

pub fn double(x: f64) -> String {
    format!("{:016x}", x.to_bits())
}

pub fn value(x: f64) -> Value {
    json!({"value": {"f64": double(x)}})
}

pub fn samples(draws: impl IntoIterator<Item = f64>) -> Value {
    json!({"samples": draws.into_iter().map(double).collect::<String>()})
}

/// Draws of an integer law, tallied.
pub fn counts(draws: impl IntoIterator<Item = i128>) -> Value {
    let mut tally = BTreeMap::new();
    draws.into_iter().for_each(|k| *tally.entry(k).or_insert(0u64) += 1);
    json!({"counts": tally.iter().map(|(k, n)| [k.to_string(), n.to_string()]).collect::<Vec<_>>()})
}

/// One request: `kind`, `object`, `quantity`, and the texts in `params` and `input`.
pub struct Request<'a>(pub &'a Value);

impl Request<'_> {
    pub fn get(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or("")
    }

    pub fn param(&self, name: &str) -> Option<&str> {
        self.0["params"][name].as_str()
    }

    /// A parameter that the request must have.
    pub fn needed(&self, name: &str) -> Outcome<&str> {
        self.param(name).map_or_else(|| unsupported(format!("the request has no {name}")), Ok)
    }

    pub fn input(&self, name: &str) -> Option<&str> {
        self.0["input"][name].as_str()
    }

    /// How many draws are wanted.
    pub fn n(&self) -> usize {
        self.input("draws").and_then(|n| n.parse().ok()).unwrap_or(1)
    }

    /// The records one by one; runs of equal ones may come as a value and how often.
    pub fn data(&self) -> Vec<&str> {
        let list = |name: &str| self.0["input"][name].as_array().into_iter().flatten();
        let times = |run: &Value| run["times"].as_str().and_then(|t| t.parse().ok()).expect("times is a count");
        let runs = list("records").flat_map(|run| std::iter::repeat_n(&run["value"], times(run)));
        list("data").chain(runs).filter_map(Value::as_str).collect()
    }
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
}

fn reply(request: &Value, run: &impl Fn(&Request) -> Outcome) -> Value {
    let seq = &request["seq"];
    match catch_unwind(AssertUnwindSafe(|| run(&Request(request)))) {
        Ok(Ok(output)) => json!({"seq": seq, "status": "ok", "output": output}),
        Ok(Err(Refusal::Unsupported(reason))) => json!({"seq": seq, "status": "unsupported", "reason": reason}),
        Ok(Err(Refusal::Rejected(code, message))) => {
            json!({"seq": seq, "status": "rejected", "code": code, "message": message.chars().take(300).collect::<String>()})
        }
        Err(panic) => json!({"seq": seq, "status": "error", "traceback": words(&*panic)}),
    }
}

/// Answers every line of stdin until "bye".
pub fn serve(hello: &Value, run: impl Fn(&Request) -> Outcome) {
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line.expect("stdin is UTF-8")).expect("a request is JSON");
        let answer = match request["op"].as_str() {
            Some("bye") => break,
            Some("hello") => hello.clone(),
            _ => reply(&request, &run),
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{answer}").and_then(|()| out.flush()).expect("stdout is open");
    }
}
