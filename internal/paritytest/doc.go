// Package paritytest holds the drivers against each other: the command, go vet, the process that embeds the engine, nogo, golangci-lint.
package paritytest
