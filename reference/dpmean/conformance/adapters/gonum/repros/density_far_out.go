// Reproduces: the density of Laplace(scale 1/50) at -3/2, which is 25 e^-75, is more than 16 ulps off. Exit 0 when it is.
package main

import (
	"fmt"
	"math"
	"os"

	"gonum.org/v1/gonum/stat/distuv"
)

const truth = 6.69659240452019486086103800269e-32 // 25 e^-75

func main() {
	got := distuv.Laplace{Mu: 0, Scale: 1. / 50}.Prob(-1.5)
	ulps := math.Abs(got-truth) / (math.Nextafter(truth, 1) - truth)
	fmt.Println("got", got, "want", truth, "off by", ulps, "ulps")
	if ulps <= 16 {
		os.Exit(1)
	}
}
