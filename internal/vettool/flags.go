package vettool

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"

	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/sift"
)

// flags are what the user can say on the command line of go vet.
type flags struct {
	sift.Flags
	json   bool
	rules  map[string]*sift.Switch // by name
	choice choice
}

// choice is what flags that name rules say.
type choice struct{ only, without []string }

func (f *flags) flagSet(metas []*rule.Meta) *flag.FlagSet {
	set := flag.NewFlagSet("idemvet", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.BoolVar(&f.json, "json", false, "print findings as JSON")
	f.Register(set, "idemvet.config")
	f.rules = make(map[string]*sift.Switch, len(metas))
	for _, m := range metas {
		f.rules[m.Name] = new(sift.Switch)
		set.Var(f.rules[m.Name], m.Name, fmt.Sprintf("report %s (%s) and no rule that is not named; =false leaves it out", m.ID, m.Title))
	}
	return set
}

// choose reads flags that name rules, by the custom of go vet: with one that is true, those that are true are all there is; with none,
// those that are false are left out.
func (f *flags) choose(metas []*rule.Meta) error {
	var c choice
	for _, m := range metas {
		switch *f.rules[m.Name] {
		case "true":
			c.only = append(c.only, m.Name)
		case "false":
			c.without = append(c.without, m.Name)
		}
	}
	if len(c.only) > 0 {
		for _, other := range []struct{ name, given string }{{"select", f.Select}, {"ignore", f.Ignore}} {
			if other.given != "" {
				return fmt.Errorf("-%s and -%s both choose rules: give one of them", c.only[0], other.name)
			}
		}
		c.without = nil
	}
	f.choice = c
	return nil
}

// apply puts the choice on top of other settings.
func (c choice) apply(settings *config.Config) {
	if len(c.only) > 0 {
		settings.Select, settings.Ignore = c.only, nil
	}
	settings.Ignore = append(settings.Ignore, c.without...)
}

// printFlags lists the flags that go vet may pass on.
func (o *Options) printFlags() error {
	type description struct {
		Name  string
		Bool  bool
		Usage string
	}
	var list []description
	new(flags).flagSet(o.Metas).VisitAll(func(f *flag.Flag) {
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		list = append(list, description{f.Name, ok && b.IsBoolFlag(), f.Usage})
	})
	data, err := json.MarshalIndent(list, "", "\t")
	if err == nil {
		_, err = fmt.Fprintf(o.Stdout, "%s\n", data)
	}
	return err
}
