// Package vettool answers the go command as a vet tool: go vet -vettool=$(which idemvet) ./...
//
// The protocol has three requests: -V=full (identify the executable), -flags (describe the flags) and a file vet.cfg
// that describes one package. It is implemented here and not with x/tools' unitchecker, because that makes every
// package of the program, the standard library included, be parsed and checked for its types to travel in facts files.
// Here, packages that are modelled and not analysed answer before anything is parsed, and types come from the export
// data that the go command has anyway.
package vettool

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/unit"
)

// Options connect the driver with the rest of the tool.
type Options struct {
	Rules []*rule.Rule
	Metas []*rule.Meta // of all that a finding can be of, those about comments too
	// Run analyses one package; nil means unit.Run with Rules.
	Run func(*unit.Package, unit.Lookup) *unit.Result

	Stdout, Stderr io.Writer // nil means those of the process
}

// Handles reports whether the arguments of the process are a request of the go command.
func Handles(args []string) bool {
	if len(args) == 0 {
		return false
	}
	first := "-" + strings.TrimLeft(args[0], "-")
	return first == "-V=full" || len(args) == 1 && first == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")
}

// Main answers one request and returns the exit status: 0 for success, findings in JSON included; 1 for findings in
// text and for packages that cannot be analysed; 2 for a request that makes no sense. The salt identifies what the
// executable does not: a configuration, for instance.
func Main(args []string, salt string, o Options) int {
	if o.Stdout == nil {
		o.Stdout = os.Stdout
	}
	if o.Stderr == nil {
		o.Stderr = os.Stderr
	}
	if o.Run == nil {
		o.Run = func(p *unit.Package, imported unit.Lookup) *unit.Result { return unit.Run(p, imported, o.Rules) }
	}
	err := o.answer(args, salt)
	var status exitStatus
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	}
	fmt.Fprintf(o.Stderr, "idemvet: %v\n", err)
	return 2
}

// exitStatus is the error of a request that has said on stderr all there is to say.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

func (o *Options) answer(args []string, salt string) error {
	var f flags
	set := f.flagSet(o.Metas)
	version := set.String("V", "", "print the version and exit")
	describe := set.Bool("flags", false, "print a description of the flags and exit")
	fix, diff := set.Bool("fix", false, ""), set.Bool("diff", false, "")
	err := set.Parse(args)
	switch {
	case err != nil:
		err = fmt.Errorf("%w; idemvet -flags lists those of go vet", err)
	case *fix || *diff:
		err = errFix
	default:
		err = f.choose(o.Metas)
	}
	if err != nil {
		return refused(args, err)
	}
	switch {
	case *version != "":
		return o.printVersion(salt)
	case *describe:
		return o.printFlags()
	case set.NArg() != 1:
		return fmt.Errorf("want one .cfg file of the go command, got %d arguments", set.NArg())
	}
	return o.unit(set.Arg(0), f)
}

// printVersion identifies the tool to the go command, which makes the line part of its cache keys. A version that
// contains "devel" is one whose last field counts, after "buildID=".
func (o *Options) printVersion(salt string) error {
	name, err := os.Executable()
	if err != nil {
		return fmt.Errorf("cannot find the executable: %w", err)
	}
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("cannot read the executable: %w", err)
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return fmt.Errorf("cannot read the executable: %w", err)
	}
	_, _ = io.WriteString(h, salt)
	_, err = fmt.Fprintf(o.Stdout, "idemvet version devel buildID=%x\n", h.Sum(nil))
	return err
}
