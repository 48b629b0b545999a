// Package core declares what package pay names.
package core

type Options struct{ Key string }
