// Package sharedtest proves that machines can share results: it plays two of them, with a checkout and caches of their own each, in
// front of one store.
package sharedtest
