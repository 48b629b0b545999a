// Package vettest runs the built tool under go vet, go tool and go fix, with the Go versions that it has to work with.
package vettest
