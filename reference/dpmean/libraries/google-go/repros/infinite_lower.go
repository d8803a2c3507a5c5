// Reproduces: NewBoundedMean refuses the lower bound -Inf when Noise is noise.Laplace(), and accepts it when Noise is left out,
// though the option documents "Defaults to Laplace noise". It then clamps to [-upper, upper]: the mean of 1000 records -100 with
// upper bound 4 is about -4. The noise fits these bounds, so no privacy is lost. Exit 0 when reproduced.
package main

import (
	"fmt"
	"math"
	"os"

	"github.com/google/differential-privacy/go/v3/dpagg"
	"github.com/google/differential-privacy/go/v3/noise"
)

func options(with noise.Noise) *dpagg.BoundedMeanOptions {
	return &dpagg.BoundedMeanOptions{Epsilon: 10, MaxPartitionsContributed: 1, MaxContributionsPerPartition: 1,
		Lower: math.Inf(-1), Upper: 4, Noise: with}
}

func main() {
	_, refusal := dpagg.NewBoundedMean(options(noise.Laplace()))
	mean, err := dpagg.NewBoundedMean(options(nil))
	if err != nil {
		fmt.Println("refused with the default noise too")
		os.Exit(1)
	}
	for range 1000 {
		mean.Add(-100)
	}
	value, err := mean.Result()
	fmt.Println("noise.Laplace() named:", refusal, "| left out: accepted, and the mean of records -100 is", value)
	if refusal == nil || err != nil || math.Abs(value+4) > 1 {
		os.Exit(1)
	}
}
