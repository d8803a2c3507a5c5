// Reproduces: distuv.Laplace answers infinity for the quantile at 1; it panics for 1.5 only. Exit 0 when it does.
package main

import (
	"fmt"
	"math"
	"os"

	"gonum.org/v1/gonum/stat/distuv"
)

func main() {
	value := distuv.Laplace{Mu: 0, Scale: 1}.Quantile(1)
	fmt.Println("the quantile at 1 is", value)
	if !math.IsInf(value, 1) {
		os.Exit(1)
	}
}
