// Reproduces: with two records and epsilon 1, the mean 7/8 is not exceeded in about 0.54 of the releases of BoundedMean, where
// two independent Laplace variables give 0.634. The difference is the documented noisy count of at least 1, which
// is post-processing: no loss of privacy. Rests on draws: wrong with probability below 1e-20. Exit 0 when reproduced.
package main

import (
	"fmt"
	"os"

	"github.com/google/differential-privacy/go/v4/dpagg"
)

const releases = 20000

func main() {
	count := 0
	for range releases {
		mean, err := dpagg.NewBoundedMean(&dpagg.BoundedMeanOptions{Epsilon: 1, MaxPartitionsContributed: 1,
			MaxContributionsPerPartition: 1, Lower: 0, Upper: 1})
		if err != nil {
			panic(err)
		}
		mean.Add(0.75)
		mean.Add(1)
		value, err := mean.Result()
		if err != nil {
			panic(err)
		}
		if value <= 0.875 {
			count++
		}
	}
	fmt.Println("at most 7/8 in", count, "of", releases, "releases; two Laplace variables and no clamp give about", releases*634/1000)
	if count < releases*50/100 || count > releases*59/100 {
		os.Exit(1)
	}
}
