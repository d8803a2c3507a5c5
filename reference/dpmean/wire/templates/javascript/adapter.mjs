// A conformance adapter for dpmean: one JSON request a line on standard input, one JSON reply a line on standard output.
//
// As it stands it judges the toy Laplace mechanism of part 1. Put your own library there (an import will do), then say in
// part 2 what it can answer. Hand parameters over as they are, NaN and negative ones too: what your library refuses is
// `rejected`, what it has nothing for is `unsupported`, and only a mistake of this file is `error`. Never fix, clip or check
// anything on the library's behalf. Requests and replies are defined in vectors/README.md of dpmean; `dpmean show ID`
// explains a vector. Needs Node.js 16 or later, no package. This file is CC0-1.0: use it as you like.
import { createInterface } from "node:readline";

// ---- 1. Your library, here a toy ----

/** Adds noise with density proportional to exp(-epsilon |x| / sensitivity). */
class Laplace {
  constructor(epsilon, sensitivity) {
    if (!(epsilon > 0 && epsilon < Infinity)) throw new RangeError("epsilon must be positive and finite"); // NaN too
    if (!(sensitivity > 0 && sensitivity < Infinity)) throw new RangeError("sensitivity must be positive and finite");
    this.scale = sensitivity / epsilon;
  }

  variance() {
    return 2 * this.scale ** 2;
  }

  release(value) {
    const size = -this.scale * Math.log(1 - Math.random());
    return Math.random() < 0.5 ? value - size : value + size;
  }
}

// ---- 2. What it can answer ----

const NAME = "toy", VERSION = "0.1";
const SUPPORTS = {
  kinds: ["exact", "stat", "reject"],
  objects: ["laplace"],
  numbers: [], // ["rational"] if your library takes 1/3 itself, and not the double nearest to it
  profiles: [],
};
const RANDOMNESS = "other"; // where your library's draws come from: os, csprng, pcg64, mersenne or other

class Unsupported extends Error {} // your library has nothing for this request
class Refused extends Error {} // your library refused

/** Call your library; whatever it throws is its refusal, not a mistake of this file. */
function library(call) {
  try {
    return call();
  } catch (error) {
    throw new Refused(String(error));
  }
}

/** A parameter as your library takes it. It comes as text: "2", "1/3", "-1", "nan", "inf", even "one" (here NaN). */
function number(text) {
  const named = { inf: Infinity, "-inf": -Infinity, nan: NaN };
  if (text in named) return named[text];
  const [numerator, denominator = "1"] = text.split("/");
  return Number(numerator) / Number(denominator);
}

/** A double as 16 hexadecimal digits, big-endian. */
function f64(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString("hex");
}

/** The records of a mean (the toy has none) one by one; runs of equal ones may come as a value and how often. */
function records({ data = [], records = data.map((value) => ({ value, times: "1" })) }) {
  return records.flatMap(({ value, times }) => Array(Number(times)).fill(number(value)));
}

/** The output for one request, for every kind. */
function run({ object, quantity, params, input = {} }) {
  if (object !== "laplace" || !("epsilon" in params)) throw new Unsupported("only Laplace noise, given by epsilon");
  const laplace = library(() => new Laplace(number(params.epsilon), number(params.sensitivity ?? "1")));
  if (quantity !== undefined) { // kind exact; kind reject imitates the others
    if (quantity === "variance") return { value: { f64: f64(library(() => laplace.variance())) } };
    throw new Unsupported(`no ${quantity}`);
  }
  const center = number(input.center ?? "0"), n = Number(input.draws ?? "1");
  if (!Number.isInteger(n)) throw new TypeError("draws is not a count");
  const draws = Array.from({ length: n }, () => library(() => laplace.release(center)));
  return { samples: draws.map(f64).join("") };
  // an integer law answers { counts: [["-1", "250"], ["0", "500"], ...] }: value and how often
}

// ---- 3. The protocol: nothing to change here ----

/** The reply to one request. */
function reply(request) {
  if (request.op === "hello") {
    const adapter = { name: NAME, version: VERSION, language: "javascript" };
    return { ok: true, protocol: 2, adapter, supports: SUPPORTS, randomness: RANDOMNESS };
  }
  const seq = request.seq;
  try {
    return { seq, status: "ok", output: run(request) };
  } catch (error) {
    if (error instanceof Unsupported) return { seq, status: "unsupported", reason: error.message };
    if (error instanceof Refused) return { seq, status: "rejected", message: error.message };
    return { seq, status: "error", traceback: String(error.stack) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.op === "bye") break;
  process.stdout.write(JSON.stringify(reply(request)) + "\n");
}
