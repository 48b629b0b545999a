package main

import (
	"io"
	"os"
)

// colorMode is the value of --color.
type colorMode string

// on decides about colour for a writer: the flag first, then NO_COLOR and FORCE_COLOR, then whether it is a terminal.
func (m colorMode) on(w io.Writer) bool {
	switch {
	case m == "always":
		return true
	case m == "never", os.Getenv("NO_COLOR") != "":
		return false
	}
	if force := os.Getenv("FORCE_COLOR"); force != "" && force != "0" {
		return w == io.Writer(os.Stdout)
	}
	return terminal(w)
}
