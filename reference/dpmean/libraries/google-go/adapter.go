// Conformance adapter (protocol 2, JSON lines on stdio) for the Go part of Google's differential privacy library, 3.0.0: the newest
// version that the module proxy has. Its noise and its mean are those of 4.1.0, which only also returns the noisy count.
//
// What is judged, always through the public API (packages noise and dpagg) and in binary64, wrong answers included:
//
//   - laplace: noise.Laplace() with l0Sensitivity 1 and lInfSensitivity = `sensitivity`. Draws are AddNoiseFloat64 ("the output
//     is ε-differentially private given the L_0 and L_∞ sensitivities"). `quantile` at p is the end of
//     ComputeConfidenceIntervalFloat64 around 0 that has p of the mass below it, so alpha = 2 min(p, 1 - p); at 1/2, where alpha
//     would be 1, it is Threshold with thresholdDelta 1/2, less the sensitivity around which that noise lies.
//   - bounded_mean: dpagg.BoundedMean, one contribution per privacy unit. "The mean is computed by dividing a noisy sum of the
//     entries by a noisy count of the entries", each entry less "the middle of the input range", half of ε on each; the count's
//     noise is an integer, and "we set the noisy count to 1" where it is less; the result is clamped to the bounds. In a
//     transcript the option Noise is a noise.Noise of this file, which adds the given draws.
//
// AddNoiseInt64 documents "Laplace noise", which it rounds: no discrete_laplace. Relation: add or remove one privacy unit, as in
// the comments of noise.Laplace's Threshold ("a key is present in one dataset and not the other").
//
// Grid: common_docs/Secure_Noise_Generation.pdf puts outputs on multiples of the least power of two that is at least 2^-40 times
// the scale. Where that is coarser than 2^-40 times the scale, the reply to a stat request declares it.
//
// Translation: a double is all the library takes ("numbers" is empty); `decay` becomes epsilon = -ln(decay); a text that spells
// no number cannot be handed over: unsupported. An error or a panic of the library is "rejected"; a panic of this file "error".
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/big"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/google/differential-privacy/go/v3/dpagg"
	"github.com/google/differential-privacy/go/v3/noise"
)

const version = "3.0.0"

type request struct {
	Op       string
	Seq      string
	Kind     string
	Object   string
	Quantity string
	Params   map[string]string
	Input    struct {
		Center  string
		Draws   string
		Data    []string
		Records []struct{ Value, Times string }
		// of the draws of a transcript
		Outcomes map[string]string
	}
}

type reply map[string]any

// unsupported: the library has nothing that answers this request.
type unsupported string

func (u unsupported) Error() string { return string(u) }

// refused: the library returned an error or panicked.
type refused string

func (r refused) Error() string { return string(r) }

// lib calls into the library; what it returns as an error, or panics with, is a refusal by the library.
func lib[T any](call func() (T, error)) (value T, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = refused(fmt.Sprint(cause))
		}
	}()
	if value, err = call(); err != nil {
		err = refused(err.Error())
	}
	return value, err
}

// real reads a number of the protocol as a double.
func real(text string) (float64, error) {
	top, bottom, quotient := strings.Cut(text, "/")
	value, err := strconv.ParseFloat(top, 64)
	if err == nil && quotient {
		var divisor float64
		divisor, err = strconv.ParseFloat(bottom, 64)
		value /= divisor
	}
	if errors.Is(err, strconv.ErrSyntax) {
		return 0, unsupported("a float64 parameter cannot be given a text that is no number")
	}
	return value, nil // out of range is an infinity, as in any Go program
}

// reals reads the parameters of the request; sensitivity is 1 where it is absent.
func reals(params map[string]string) (map[string]float64, error) {
	given := map[string]float64{"sensitivity": 1}
	for _, name := range []string{"epsilon", "decay", "sensitivity", "lower", "upper", "p"} {
		if text, there := params[name]; there {
			value, err := real(text)
			if err != nil {
				return nil, err
			}
			given[name] = value
		}
	}
	if decay, there := given["decay"]; there {
		given["epsilon"] = -math.Log(decay)
	}
	return given, nil
}

// quantile answers where the Laplace noise has p of its mass below.
func quantile(given map[string]float64) (any, error) {
	p, sensitivity, epsilon, law := given["p"], given["sensitivity"], given["epsilon"], noise.Laplace()
	if p == 0.5 {
		threshold, err := lib(func() (float64, error) { return law.Threshold(1, sensitivity, epsilon, 0, p) })
		return reply{"value": reply{"f64": f64(threshold - sensitivity)}}, err
	}
	ends, err := lib(func() (noise.ConfidenceInterval, error) {
		return law.ComputeConfidenceIntervalFloat64(0, 1, sensitivity, epsilon, 0, 2*min(p, 1-p))
	})
	if p < 0.5 {
		return reply{"value": reply{"f64": f64(ends.LowerBound)}}, err
	}
	return reply{"value": reply{"f64": f64(ends.UpperBound)}}, err
}

// records reads the records of the request; runs of equal ones may come as a value and how often.
func records(q request) ([]float64, error) {
	var entries []float64
	for _, text := range q.Input.Data {
		value, err := real(text)
		if err != nil {
			return nil, err
		}
		entries = append(entries, value)
	}
	for _, run := range q.Input.Records {
		value, err := real(run.Value)
		times, wrong := strconv.Atoi(run.Times)
		if err = errors.Join(err, wrong); err != nil {
			return nil, err
		}
		for range times {
			entries = append(entries, value)
		}
	}
	return entries, nil
}

// mean releases the bounded mean of the records; `with` nil is the default, Laplace noise.
func mean(entries []float64, given map[string]float64, with noise.Noise) (float64, error) {
	return lib(func() (float64, error) {
		release, err := dpagg.NewBoundedMean(&dpagg.BoundedMeanOptions{Epsilon: given["epsilon"], Lower: given["lower"], Upper: given["upper"],
			MaxPartitionsContributed: 1, MaxContributionsPerPartition: 1, Noise: with})
		for i := 0; err == nil && i < len(entries); i++ {
			err = release.Add(entries[i])
		}
		if err != nil {
			return 0, err
		}
		return release.Result()
	})
}

// draw answers a batch of draws, one when n is absent.
func draw(q request, given map[string]float64) (any, error) {
	n, center := 1, 0.0
	var err error
	if q.Input.Draws != "" {
		if n, err = strconv.Atoi(q.Input.Draws); err != nil {
			return nil, err
		}
	}
	if q.Input.Center != "" {
		if center, err = real(q.Input.Center); err != nil {
			return nil, err
		}
	}
	entries, err := records(q)
	if err != nil {
		return nil, err
	}
	var samples strings.Builder
	for range n {
		var value float64
		if q.Object == "laplace" {
			value, err = lib(func() (float64, error) {
				return noise.Laplace().AddNoiseFloat64(center, 1, given["sensitivity"], given["epsilon"], 0)
			})
		} else {
			value, err = mean(entries, given, nil)
		}
		if err != nil {
			return nil, err
		}
		samples.WriteString(f64(value))
	}
	output := reply{"samples": samples.String()}
	if q.Object == "laplace" && q.Kind == "stat" {
		if fraction, exponent := math.Frexp(given["sensitivity"] / given["epsilon"]); fraction != 0.5 {
			output["grid"] = new(big.Rat).SetFloat64(math.Ldexp(1, exponent-40)).RatString()
		}
	}
	return output, nil
}

// injected is noise.Noise whose draws are given; it has no thresholds and no intervals.
type injected struct {
	noise.Noise
	sum   float64
	count int64
}

func (d *injected) AddNoiseFloat64(x float64, _ int64, _, _, _ float64) (float64, error) {
	return x + d.sum, nil
}

func (d *injected) AddNoiseInt64(x, _, _ int64, _, _ float64) (int64, error) {
	return x + d.count, nil
}

// transcript answers a mean with the given draws.
func transcript(q request, given map[string]float64) (any, error) {
	sum, err := real(q.Input.Outcomes["noise_sum"])
	if err != nil {
		return nil, err
	}
	count, err := strconv.ParseInt(q.Input.Outcomes["noise_count"], 10, 64)
	if err != nil {
		return nil, unsupported("the noise of the count is an integer (noise.Noise.AddNoiseInt64)")
	}
	entries, err := records(q)
	if err != nil {
		return nil, err
	}
	value, err := mean(entries, given, &injected{sum: sum, count: count})
	if err != nil {
		return nil, err
	}
	return reply{"value": reply{"f64": f64(value)}}, nil
}

func f64(x float64) string { return fmt.Sprintf("%016x", math.Float64bits(x)) }

// run answers one request; whatever goes wrong in this file is "error".
func run(q request) (answer reply) {
	defer func() {
		if cause := recover(); cause != nil {
			answer = reply{"seq": q.Seq, "status": "error", "traceback": string(debug.Stack()) + fmt.Sprint(cause)}
		}
	}()
	var output any
	given, err := reals(q.Params)
	switch {
	case err != nil:
	case q.Object == "laplace" && q.Quantity == "quantile":
		output, err = quantile(given)
	case q.Quantity != "":
		err = unsupported("the interface noise.Noise has no " + q.Quantity)
	case q.Object == "bounded_mean" && q.Kind == "transcript":
		output, err = transcript(q, given)
	case (q.Object == "laplace" || q.Object == "bounded_mean") && (q.Kind == "stat" || q.Kind == "reject"):
		output, err = draw(q, given)
	default:
		err = unsupported("the library has no " + q.Object + " " + q.Kind)
	}
	switch cause := err.(type) {
	case nil:
		return reply{"seq": q.Seq, "status": "ok", "output": output}
	case unsupported:
		return reply{"seq": q.Seq, "status": "unsupported", "reason": string(cause)}
	case refused:
		return reply{"seq": q.Seq, "status": "rejected", "code": "error", "message": string(cause)}
	default:
		return reply{"seq": q.Seq, "status": "error", "traceback": err.Error()}
	}
}

func main() {
	out := json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr                            // nothing but replies on stdout
	flag.CommandLine.Parse([]string{"-logtostderr"}) // of glog, which the library warns through and which writes files otherwise
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var q request
		if err := json.Unmarshal(line, &q); err != nil {
			panic(err)
		}
		switch q.Op {
		case "bye":
			return
		case "hello":
			out.Encode(reply{"ok": true, "protocol": 2, "edition": "corrected", "randomness": "csprng",
				"policies": reply{"count": "at_least_one", "count_noise": "integer", "missing": "dropped"},
				"adapter":  reply{"name": "google-go", "version": version, "language": "go"},
				"supports": reply{"kinds": []string{"exact", "stat", "reject", "transcript"}, "objects": []string{"laplace", "bounded_mean"},
					"profiles": []string{}, "numbers": []string{}}})
		default:
			out.Encode(run(q))
		}
	}
}
