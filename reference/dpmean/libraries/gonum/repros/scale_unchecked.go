// Reproduces: distuv.Laplace draws with any Scale: infinite, NaN, zero (the centre itself) and negative. Exit 0 when it does.
package main

import (
	"fmt"
	"math"
	"os"

	"gonum.org/v1/gonum/stat/distuv"
)

func main() {
	draw := func(scale float64) float64 { return distuv.Laplace{Mu: 3, Scale: scale}.Rand() }
	infinite, none, zero, negative := draw(math.Inf(1)), draw(math.NaN()), draw(0), draw(-1)
	density := distuv.Laplace{Mu: 3, Scale: -1}.Prob(3)
	fmt.Println("scale inf draws", infinite, "NaN draws", none, "0 around 3 draws", zero, "-1 draws", negative, "and has density", density)
	if !math.IsInf(infinite, 0) || !math.IsNaN(none) || zero != 3 || math.IsNaN(negative) || !math.IsNaN(density) {
		os.Exit(1)
	}
}
