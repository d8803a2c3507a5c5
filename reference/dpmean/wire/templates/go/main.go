// A conformance adapter for dpmean: one JSON request a line on standard input, one JSON reply a line on standard output.
//
// As it stands it judges the toy Laplace mechanism of part 1. Put your own library there (an import will do), then say in
// part 2 what it can answer. Hand parameters over as they are, NaN and negative ones too: what your library refuses is
// `rejected`, what it has nothing for is `unsupported`, and only a mistake of this file is `error`. Never fix, clip or check
// anything on the library's behalf. Requests and replies are defined in vectors/README.md of dpmean; `dpmean show ID`
// explains a vector. This file is CC0-1.0: use it as you like.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// ---- 1. Your library, here a toy ----

// Laplace adds noise with density proportional to exp(-epsilon |x| / sensitivity).
type Laplace struct{ scale float64 }

// NewLaplace refuses what is not positive and finite, NaN too.
func NewLaplace(epsilon, sensitivity float64) (Laplace, error) {
	if !(epsilon > 0 && epsilon <= math.MaxFloat64) {
		return Laplace{}, errors.New("epsilon must be positive and finite")
	}
	if !(sensitivity > 0 && sensitivity <= math.MaxFloat64) {
		return Laplace{}, errors.New("sensitivity must be positive and finite")
	}
	return Laplace{sensitivity / epsilon}, nil
}

// Variance of the noise.
func (l Laplace) Variance() float64 { return 2 * l.scale * l.scale }

// Release is the value with noise.
func (l Laplace) Release(value float64) float64 {
	size := l.scale * rand.ExpFloat64()
	if rand.IntN(2) == 0 {
		return value - size
	}
	return value + size
}

// ---- 2. What it can answer ----

type object = map[string]any

var adapter = object{"name": "toy", "version": "0.1", "language": "go"}
var supports = object{
	"kinds":    []string{"exact", "stat", "reject"},
	"objects":  []string{"laplace"},
	"numbers":  []string{}, // "rational" if your library takes 1/3 itself, and not the double nearest to it
	"profiles": []string{},
}
var randomness = "other" // where your library's draws come from: os, csprng, pcg64, mersenne or other

// Request has the fields that this adapter reads; the others are ignored.
type Request struct {
	Op, Seq, Object, Quantity string
	Params                    map[string]string
	Input                     Input
}

// Input is what comes beside the parameters; the toy has no records.
type Input struct {
	Center, Draws string
	Data          []string
	Records       []struct{ Value, Times string }
}

// All the records of a mean one by one; runs of equal ones may come as a value and how often.
func (i Input) All() []string {
	all := i.Data
	for _, run := range i.Records {
		times, _ := strconv.Atoi(run.Times)
		for range times {
			all = append(all, run.Value)
		}
	}
	return all
}

type unsupported string // the library has nothing for this request
type refused string     // the library refused

func (u unsupported) Error() string { return string(u) }
func (r refused) Error() string     { return string(r) }

// number is a parameter as your library takes it. It comes as text: "2", "1/3", "-1", "nan", "inf", even "one", which
// no float64 can be: then the type system refuses on the library's behalf.
func number(text string) (float64, error) {
	numerator, denominator, isRatio := strings.Cut(text, "/")
	if !isRatio {
		denominator = "1"
	}
	p, err := strconv.ParseFloat(numerator, 64)
	q, other := strconv.ParseFloat(denominator, 64)
	if err != nil || other != nil {
		return 0, refused("not a number")
	}
	return p / q, nil
}

// f64 is a double as 16 hexadecimal digits, big-endian.
func f64(x float64) string { return fmt.Sprintf("%016x", math.Float64bits(x)) }

// run gives the output for one request, for every kind.
func run(r Request) (object, error) {
	if _, given := r.Params["epsilon"]; r.Object != "laplace" || !given {
		return nil, unsupported("only Laplace noise, given by epsilon")
	}
	epsilon, e1 := number(r.Params["epsilon"])
	sensitivity, e2 := number(cmp.Or(r.Params["sensitivity"], "1"))
	center, e3 := number(cmp.Or(r.Input.Center, "0"))
	n, e4 := strconv.Atoi(cmp.Or(r.Input.Draws, "1"))
	if err := cmp.Or(e1, e2, e3, e4); err != nil {
		return nil, err
	}
	laplace, err := NewLaplace(epsilon, sensitivity)
	if err != nil {
		return nil, refused(err.Error())
	}
	if r.Quantity == "variance" { // kind exact; kind reject imitates the others
		return object{"value": object{"f64": f64(laplace.Variance())}}, nil
	}
	if r.Quantity != "" {
		return nil, unsupported("no " + r.Quantity)
	}
	var samples strings.Builder
	for range n {
		samples.WriteString(f64(laplace.Release(center)))
	}
	return object{"samples": samples.String()}, nil
	// an integer law answers {"counts": [["-1", "250"], ["0", "500"], ...]}: value and how often
}

// ---- 3. The protocol: nothing to change here ----

func reply(r Request) (answer object) {
	if r.Op == "hello" {
		return object{"ok": true, "protocol": 2, "adapter": adapter, "supports": supports, "randomness": randomness}
	}
	defer func() {
		if problem := recover(); problem != nil {
			answer = object{"seq": r.Seq, "status": "error", "traceback": fmt.Sprintf("%s\n%v", debug.Stack(), problem)}
		}
	}()
	output, err := run(r)
	switch err.(type) {
	case nil:
		return object{"seq": r.Seq, "status": "ok", "output": output}
	case unsupported:
		return object{"seq": r.Seq, "status": "unsupported", "reason": err.Error()}
	case refused:
		return object{"seq": r.Seq, "status": "rejected", "message": err.Error()}
	}
	return object{"seq": r.Seq, "status": "error", "traceback": err.Error()}
}

func main() {
	requests, replies := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var r Request
		if err := requests.Decode(&r); err == io.EOF || r.Op == "bye" {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		if err := replies.Encode(reply(r)); err != nil {
			log.Fatal(err)
		}
	}
}
