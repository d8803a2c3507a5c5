# A conformance adapter for dpmean: one JSON request a line on standard input, one JSON reply a line on standard output.
#
# As it stands it judges the toy Laplace mechanism of part 1. Put your own library there (library(...) will do), then say in
# part 2 what it can answer. Hand parameters over as they are, NaN and negative ones too: what your library refuses is
# `rejected`, what it has nothing for is `unsupported`, and only a mistake of this file is `error`. Never fix, clip or check
# anything on the library's behalf. Requests and replies are defined in vectors/README.md of dpmean; `dpmean show ID`
# explains a vector. Needs the package jsonlite. This file is CC0-1.0: use it as you like.
suppressPackageStartupMessages(library(jsonlite))

# ---- 1. Your library, here a toy ----

# Noise with density proportional to exp(-epsilon |x| / sensitivity).
laplace <- function(epsilon, sensitivity) {
  if (!is.finite(epsilon) || epsilon <= 0) stop("epsilon must be positive and finite")
  if (!is.finite(sensitivity) || sensitivity <= 0) stop("sensitivity must be positive and finite")
  scale <- sensitivity / epsilon
  uniform <- function(n) (floor(runif(n) * 2^26) + runif(n)) / 2^26 # one of R's has 32 bits only: its draws would repeat
  list(
    variance = function() 2 * scale^2,
    release = function(value, n) value - sample(c(-scale, scale), n, replace = TRUE) * log(uniform(n))
  )
}

# ---- 2. What it can answer ----

hello <- list(
  ok = TRUE, protocol = 2, adapter = list(name = "toy", version = "0.1", language = "r"),
  randomness = "mersenne", # where your library's draws come from: os, csprng, pcg64, mersenne or other
  supports = list(
    kinds = I(c("exact", "stat", "reject")), # I() keeps a list of one a list
    objects = I("laplace"),
    numbers = I(character()), # "rational" if your library takes 1/3 itself, and not the double nearest to it
    profiles = I(character())
  )
)

# Stop with a condition of a class of its own: your library has nothing for a request, or it refused.
unsupported <- function(reason) stop(structure(class = c("unsupported", "error", "condition"), list(message = reason, call = NULL)))
refused <- function(reason) stop(structure(class = c("refused", "error", "condition"), list(message = reason, call = NULL)))

# Call your library; what it stops with is its refusal, not a mistake of this file.
from_library <- function(call) tryCatch(call, error = function(e) refused(conditionMessage(e)))

# A parameter as your library takes it. It comes as text: "2", "1/3", "-1", "nan", "inf", even "one" (here NA).
number <- function(text) {
  parts <- suppressWarnings(as.numeric(sub("nan", "NaN", strsplit(text, "/", fixed = TRUE)[[1]])))
  if (length(parts) == 2) parts[1] / parts[2] else parts
}

# Doubles as 16 hexadecimal digits each, big-endian.
f64 <- function(x) paste(as.character(writeBin(as.double(x), raw(), endian = "big")), collapse = "")

# A member of a request, or what to take when it is absent.
member <- function(object, name, otherwise = NULL) if (is.null(object[[name]])) otherwise else object[[name]]

# The records of a mean (the toy has none) one by one; runs of equal ones may come as a value and how often.
records <- function(input) {
  if (is.null(input[["records"]])) return(vapply(input[["data"]], number, 0))
  runs <- input[["records"]]
  rep(vapply(runs, function(run) number(run[["value"]]), 0), vapply(runs, function(run) as.integer(run[["times"]]), 0L))
}

# The output for one request, for every kind.
run <- function(request) {
  params <- request[["params"]]
  if (request[["object"]] != "laplace" || is.null(params[["epsilon"]])) unsupported("only Laplace noise, given by epsilon")
  epsilon <- number(params[["epsilon"]])
  sensitivity <- number(member(params, "sensitivity", "1"))
  noise <- from_library(laplace(epsilon, sensitivity))
  quantity <- request[["quantity"]]
  if (!is.null(quantity)) { # kind exact; kind reject imitates the others
    if (quantity == "variance") return(list(value = list(f64 = f64(from_library(noise$variance())))))
    unsupported(paste("no", quantity))
  }
  input <- request[["input"]]
  center <- number(member(input, "center", "0"))
  n <- suppressWarnings(as.integer(member(input, "draws", "1")))
  if (is.na(n)) stop("draws is not a count")
  list(samples = f64(from_library(noise$release(center, n))))
  # an integer law answers {"counts": [["-1", "250"], ["0", "500"], ...]}: value and how often
}

# ---- 3. The protocol: nothing to change here ----

reply <- function(request) {
  if (request[["op"]] == "hello") return(hello)
  seq <- request[["seq"]]
  tryCatch(
    list(seq = seq, status = "ok", output = run(request)),
    unsupported = function(e) list(seq = seq, status = "unsupported", reason = conditionMessage(e)),
    refused = function(e) list(seq = seq, status = "rejected", message = conditionMessage(e)),
    error = function(e) list(seq = seq, status = "error", traceback = conditionMessage(e))
  )
}

requests <- file("stdin", open = "r")
while (length(line <- readLines(requests, n = 1)) == 1) {
  request <- parse_json(line)
  if (request[["op"]] == "bye") break
  cat(toJSON(reply(request), auto_unbox = TRUE), "\n", sep = "")
  flush(stdout())
}
