// The adapter's pins: the library at an exact version, its hash in go.sum.
module dpmean.adapter/gonum

go 1.24.0

require gonum.org/v1/gonum v0.17.0
