// Reproduces: Prob of a Laplace law with the double nearest to 1/50 as its scale is more than 16 ulps off at -3/2. The truth
// below is for that very double, so the rounding of the scale is not counted. Exit 0 when it is so.
package main

import (
	"fmt"
	"math"
	"os"

	"gonum.org/v1/gonum/stat/distuv"
)

const truth = 6.69659240452020517652265321691e-32 // e^(-1.5/s)/(2s)

func main() {
	got := distuv.Laplace{Mu: 0, Scale: 1. / 50}.Prob(-1.5)
	ulps := math.Abs(got-truth) / (math.Nextafter(truth, 1) - truth)
	fmt.Println("got", got, "want", truth, "off by", ulps, "ulps")
	if ulps <= 16 {
		os.Exit(1)
	}
}
