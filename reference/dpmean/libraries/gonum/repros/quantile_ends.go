// Reproduces: distuv.Laplace answers the infinities for the quantiles at 0 and 1, and NaN for NaN; it panics for 1.5 only.
// Exit 0 when it does.
package main

import (
	"fmt"
	"math"
	"os"

	"gonum.org/v1/gonum/stat/distuv"
)

func main() {
	law := distuv.Laplace{Mu: 0, Scale: 1}
	low, high, nan := law.Quantile(0), law.Quantile(1), law.Quantile(math.NaN())
	fmt.Println("the quantiles at 0, 1 and NaN are", low, high, nan)
	if !math.IsInf(low, -1) || !math.IsInf(high, 1) || !math.IsNaN(nan) {
		os.Exit(1)
	}
}
