// Command idemvet finds code that duplicates or loses an effect when it runs again.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	_ "github.com/idemvet/idemvet/cmd/idemvet/internal/early" // before all others
	"github.com/idemvet/idemvet/internal/vettool"
)

// Exit statuses.
const (
	exitClean      = 0
	exitFindings   = 1 // at or above the gate
	exitUsage      = 2 // a mistake in the command line
	exitIncomplete = 3 // something was not analysed
)

func main() {
	ctx, stop := interruptible(context.Background())
	defer stop()
	// Go ends a program that writes to a closed pipe, and files that are not complete would stay behind. With the signal
	// taken, the write fails instead.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// interruptible ends a context on the first signal, so that nothing half done is left behind; the second one kills. A
// signal that was ignored when the program started, as under nohup, stays ignored.
func interruptible(parent context.Context) (context.Context, context.CancelFunc) {
	var list []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return context.WithCancel(parent) // none would mean all
	}
	ctx, stop := signal.NotifyContext(parent, list...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// run is the whole program: arguments in, exit status out.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if vettool.Handles(args) {
		return vet(args, stdout, stderr)
	}
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitClean
	}
	s := status{exitUsage, err} // whatever is not a status was refused before the work began
	errors.As(err, &s)
	if ctx.Err() != nil && s.err != nil {
		s = status{exitIncomplete, fmt.Errorf("interrupted: %w", s.err)}
	}
	if s.err != nil {
		complain(stderr, s.err)
	}
	return s.code
}

// status ends the program with an exit status. Its error, if any, has not been printed yet.
type status struct {
	code int
	err  error
}

func (s status) Error() string {
	if s.err == nil {
		return fmt.Sprintf("exit status %d", s.code)
	}
	return s.err.Error()
}

// failed is an error that keeps the analysis from being complete.
func failed(err error) error { return status{exitIncomplete, err} }

// complain prints one line.
func complain(w io.Writer, err error) {
	fmt.Fprintf(w, "idemvet: %s\n", oneLine(err.Error()))
}

// oneLine joins what other programs reported on several lines.
func oneLine(s string) string {
	var parts []string
	for part := range strings.Lines(s) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "; ")
}
