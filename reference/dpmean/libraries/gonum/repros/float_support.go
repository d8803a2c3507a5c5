// Reproduces: around centre 0 a quarter of the draws is no multiple of 2^-53, around centre 1 none is, so such a draw tells the
// two neighbours apart for certain. Rests on draws: wrong with probability below 1e-100. Exit 0 when reproduced.
package main

import (
	"fmt"
	"math"
	"os"

	"gonum.org/v1/gonum/stat/distuv"
)

const draws = 40000

func off(center float64) (count int) {
	law := distuv.Laplace{Mu: center, Scale: 1}
	for range draws {
		scaled := math.Ldexp(law.Rand(), 53)
		if scaled != math.Floor(scaled) {
			count++
		}
	}
	return count
}

func main() {
	zero, one := off(0), off(1)
	fmt.Println("no multiple of 2^-53:", zero, "of", draws, "draws around 0,", one, "around 1")
	if zero < draws/10 || one != 0 {
		os.Exit(1)
	}
}
