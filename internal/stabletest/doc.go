// Package stabletest proves that the built tool says the same each time: the same bytes in 20 runs, with and without what is kept. It is a
// package of its own for the time that takes: go test bounds that of each package.
package stabletest
