// Reproduces: BoundedMean adds the records in doubles, so that the mean of 2^53, 1 and -2^53 is 0 without any noise, in one
// order, and 1/3 in another. Exit 0 when reproduced.
package main

import (
	"fmt"
	"os"

	"github.com/google/differential-privacy/go/v3/dpagg"
	"github.com/google/differential-privacy/go/v3/noise"
)

type none struct{ noise.Noise }

func (*none) AddNoiseFloat64(x float64, _ int64, _, _, _ float64) (float64, error) {
	return x, nil
}

func (*none) AddNoiseInt64(x, _, _ int64, _, _ float64) (int64, error) {
	return x, nil
}

func of(records ...float64) float64 {
	mean, err := dpagg.NewBoundedMean(&dpagg.BoundedMeanOptions{Epsilon: 1, MaxPartitionsContributed: 1,
		MaxContributionsPerPartition: 1, Lower: -1 << 53, Upper: 1 << 53, Noise: &none{}})
	if err != nil {
		panic(err)
	}
	for _, record := range records {
		if err := mean.Add(record); err != nil {
			panic(err)
		}
	}
	result, err := mean.Result()
	if err != nil {
		panic(err)
	}
	return result
}

func main() {
	lost, kept := of(1<<53, 1, -1<<53), of(1<<53, -1<<53, 1)
	fmt.Println("the mean of 2^53, 1, -2^53 is", lost, "and of 2^53, -2^53, 1 it is", kept)
	if lost != 0 || kept == 0 {
		os.Exit(1)
	}
}
