// Conformance adapter (protocol 2, JSON lines on stdio) for gonum's stat/distuv 0.17.0, a statistics library in Go.
//
// It is a control, not a differential privacy library: it states no guarantee, no neighbouring relation and no range of its
// parameters. It is judged as what it documents, "the Laplace distribution", which Go programs use to add noise. In public
// API and in binary64:
//
//   - laplace: distuv.Laplace{Mu: center, Scale: sensitivity / epsilon}. Prob is the density, LogProb its logarithm, CDF,
//     Quantile, Variance; `tail` is P(Z <= -x) + P(Z >= x) = CDF(-x) + Survival(x); `moment` of order 2 is Variance (the
//     mean is 0). Draws are Rand() with Src nil, the default: the runtime's generator.
//
// The integer noise, the privacy loss and the means have no counterpart here.
//
// Translation: the library takes a scale, so a user divides, and so does this file, whatever the two numbers are; `decay`
// becomes epsilon = -ln(decay). A double is all the library takes ("numbers" is therefore empty), and a text that spells none
// cannot be handed to it at all: unsupported. A panic inside the library is "rejected"; a panic of this file is "error".
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"
)

const version = "0.17.0"

type request struct {
	Op       string
	Seq      string
	Kind     string
	Object   string
	Quantity string
	Params   map[string]string
	Input    struct {
		Center string
		Draws  string
	}
}

type reply map[string]any

// unsupported: the library has nothing that answers this request.
type unsupported string

func (u unsupported) Error() string { return string(u) }

// refused: the library panicked.
type refused string

func (r refused) Error() string { return string(r) }

// lib calls into the library; whatever panics there is a refusal by the library, not a mistake of this file.
func lib(call func() float64) (value float64, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = refused(fmt.Sprint(cause))
		}
	}()
	return call(), nil
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

// laplace is the distribution with the scale that the request asks for.
func laplace(params map[string]string, center string) (distuv.Laplace, error) {
	given := map[string]float64{"sensitivity": 1}
	for _, name := range []string{"epsilon", "decay", "sensitivity"} {
		if text, there := params[name]; there {
			value, err := real(text)
			if err != nil {
				return distuv.Laplace{}, err
			}
			given[name] = value
		}
	}
	epsilon, there := given["epsilon"]
	if !there {
		epsilon = -math.Log(given["decay"])
	}
	mu, err := real(center)
	return distuv.Laplace{Mu: mu, Scale: given["sensitivity"] / epsilon}, err
}

// exact answers a quantity.
func exact(q request) (any, error) {
	law, err := laplace(q.Params, "0")
	if err != nil {
		return nil, err
	}
	var at float64
	for _, name := range []string{"x", "p", "order"} {
		if text, there := q.Params[name]; there {
			if at, err = real(text); err != nil {
				return nil, err
			}
		}
	}
	calls := map[string]func() float64{
		"density":     func() float64 { return law.Prob(at) },
		"log_density": func() float64 { return law.LogProb(at) },
		"cdf":         func() float64 { return law.CDF(at) },
		"quantile":    func() float64 { return law.Quantile(at) },
		"tail":        func() float64 { return law.CDF(-at) + law.Survival(at) },
		"variance":    law.Variance,
	}
	if q.Quantity == "moment" && at == 2 {
		calls["moment"] = law.Variance
	}
	call, there := calls[q.Quantity]
	if !there {
		return nil, unsupported("distuv.Laplace has no " + q.Quantity + strings.Repeat(" of this order", strings.Count(q.Quantity, "moment")))
	}
	value, err := lib(call)
	return reply{"value": reply{"f64": f64(value)}}, err
}

// draw answers a batch of n draws, one when n is absent.
func draw(q request) (any, error) {
	center, n := "0", 1
	if q.Input.Center != "" {
		center = q.Input.Center
	}
	if q.Input.Draws != "" {
		var err error
		if n, err = strconv.Atoi(q.Input.Draws); err != nil {
			return nil, err
		}
	}
	law, err := laplace(q.Params, center)
	if err != nil {
		return nil, err
	}
	var samples strings.Builder
	for range n {
		value, err := lib(law.Rand)
		if err != nil {
			return nil, err
		}
		samples.WriteString(f64(value))
	}
	return reply{"samples": samples.String()}, nil
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
	err := error(unsupported("gonum has no " + q.Object))
	if q.Object == "laplace" {
		switch {
		case q.Quantity != "":
			output, err = exact(q)
		case q.Kind == "stat" || q.Kind == "reject":
			output, err = draw(q)
		default:
			err = unsupported("kind " + q.Kind)
		}
	}
	switch cause := err.(type) {
	case nil:
		return reply{"seq": q.Seq, "status": "ok", "output": output}
	case unsupported:
		return reply{"seq": q.Seq, "status": "unsupported", "reason": string(cause)}
	case refused:
		return reply{"seq": q.Seq, "status": "rejected", "code": "panic", "message": string(cause)}
	default:
		return reply{"seq": q.Seq, "status": "error", "traceback": err.Error()}
	}
}

func main() {
	out := json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr // nothing but replies on stdout
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
			out.Encode(reply{"ok": true, "protocol": 2, "edition": "corrected", "randomness": "other",
				"adapter":  reply{"name": "gonum", "version": version, "language": "go"},
				"supports": reply{"kinds": []string{"exact", "stat", "reject"}, "objects": []string{"laplace"}, "profiles": []string{}, "numbers": []string{}}})
		default:
			out.Encode(run(q))
		}
	}
}
