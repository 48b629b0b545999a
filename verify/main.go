// Command verify checks every model row against the libraries that it is about: that what it names exists, in the
// package that declares it, and has a type of which the row can be true. It runs in its own folder.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/verify/internal/lib"
)

func main() {
	ok, err := command()
	if err != nil {
		fmt.Fprintln(os.Stderr, "verify:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func command() (ok bool, err error) {
	lowest := flag.Bool("lowest", false, "check the lowest version of each range instead of the newest")
	verbose := flag.Bool("v", false, "say what is checked and how long it takes")
	pin := flag.Bool("pin", false, "add what is missing to "+pinsFile+" and drop what is not needed")
	bound := flag.Bool("bound", false, "say for rows that do not hold at the lowest version from which version on they do")
	flag.Parse()
	cache, std, err := libraries()
	if err != nil {
		return false, err
	}
	defer func() { _ = cache.Close() }()
	if *pin {
		return pinAll(cache, std)
	}
	if *bound {
		return true, printBounds(cache, std, flag.Args(), os.Stdout)
	}
	opt := options{lowest: *lowest, paths: flag.Args()}
	if *verbose {
		opt.trace = os.Stdout
	}
	rep, err := run(cache, std, opt)
	if err != nil {
		return false, err
	}
	rep.print(os.Stdout)
	return len(rep.failures) == 0, nil
}

func pinAll(cache *lib.Cache, std *lib.Std) (bool, error) {
	var files []*model.File
	for f, err := range model.Files() {
		if err != nil {
			return false, err
		}
		files = append(files, f)
	}
	return true, addPins(cache, std, files, os.Stdout)
}
