// Reproduces: distuv.Laplace takes log(1 + 2 (p - 1/2)) for p below 1/2, so that a quantile far out is minus infinity. The quantile at
// 2^-60 is log(2^-59) = -40.9. Exit 0 when reproduced.
package main

import (
	"fmt"
	"math"
	"os"

	"gonum.org/v1/gonum/stat/distuv"
)

func main() {
	value := distuv.Laplace{Mu: 0, Scale: 1}.Quantile(math.Ldexp(1, -60))
	fmt.Println("the quantile at 2^-60 is", value, "and not", -59*math.Ln2)
	if !math.IsInf(value, -1) {
		os.Exit(1)
	}
}
