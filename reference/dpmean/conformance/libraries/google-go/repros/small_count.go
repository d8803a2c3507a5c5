// Reproduces: BoundedMean documents that it sets a noisy count below 1 to 1. With the sum's noise -1/2 and the count's noise -3,
// the three records 0, 1/2, 1 (sum of the records less 1/2: 0) give 1/2 + (-1/2)/1 = 0. Algorithm 2, as printed, divides by the
// noisy count, which is 0 here: it has no quotient, and the midpoint 1/2 is returned. Exit 0 when reproduced.
package main

import (
	"fmt"
	"os"

	"github.com/google/differential-privacy/go/v4/dpagg"
	"github.com/google/differential-privacy/go/v4/noise"
)

type given struct{ noise.Noise }

func (*given) AddNoiseFloat64(x float64, _ int64, _, _, _ float64) (float64, error) {
	return x - 0.5, nil
}

func (*given) AddNoiseInt64(x, _, _ int64, _, _ float64) (int64, error) {
	return x - 3, nil
}

func main() {
	mean, err := dpagg.NewBoundedMean(&dpagg.BoundedMeanOptions{Epsilon: 1, MaxPartitionsContributed: 1,
		MaxContributionsPerPartition: 1, Lower: 0, Upper: 1, Noise: &given{}})
	if err != nil {
		panic(err)
	}
	for _, record := range []float64{0, 0.5, 1} {
		if err := mean.Add(record); err != nil {
			panic(err)
		}
	}
	result, err := mean.ResultWithCount()
	if err != nil {
		panic(err)
	}
	fmt.Println("noisy count", result.Count, "noisy sum -0.5: the mean is", result.Mean, "and not the midpoint 0.5")
	if result.Count != 0 || result.Mean != 0 {
		os.Exit(1)
	}
}
