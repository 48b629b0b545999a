package sift

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/rule"
)

// Flags are the settings of a host that knows flags and no configuration file. All can be given as text. One that is given wins
// over what Config says. There is none for files to leave out: patterns need a folder to start from, which Config has.
type Flags struct {
	// Config is the canonical JSON of a configuration: hosts key their caches by flags, not by files that they do not know.
	Config                      string
	Select, Ignore              string // words, comma-separated
	Confidence, Horizon         string
	Tests, Generated            Switch
	configName, confidenceWords string
}

// Switch is a boolean flag that also knows whether it was given.
type Switch string

// String is "" for a flag that was not given.
func (s *Switch) String() string { return string(*s) }

// Set takes any word for true or false that package flag takes.
func (s *Switch) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return fmt.Errorf("want true or false, got %q", text)
	}
	*s = Switch(strconv.FormatBool(on))
	return nil
}

// IsBoolFlag says that the flag may stand without a value.
func (s *Switch) IsBoolFlag() bool { return true }

func (s Switch) or(value bool) bool {
	if s == "" {
		return value
	}
	return s == "true"
}

// Register adds the flags to a set. The one for the whole configuration gets a name, since some hosts have one called config.
func (f *Flags) Register(set *flag.FlagSet, config string) {
	f.configName = config
	f.confidenceWords = strings.Join([]string{string(rule.High), string(rule.Medium), string(rule.Low)}, ", ")
	set.StringVar(&f.Config, config, f.Config, "configuration, as idemvet config show --format json prints it")
	set.StringVar(&f.Confidence, "confidence", f.Confidence, "least confidence to report: "+f.confidenceWords)
	set.StringVar(&f.Select, "select", f.Select, "rules to report: ids, prefixes, names or presets, comma-separated")
	set.StringVar(&f.Ignore, "ignore", f.Ignore, "rules to leave out")
	set.StringVar(&f.Horizon, "horizon", f.Horizon, "time after which no repeat comes any more (IDV601), such as 72h")
	set.Var(&f.Tests, "tests", "also report findings in test files")
	set.Var(&f.Generated, "generated", "also report findings in generated files")
}

// Settings are what the flags say, on top of the configuration that one of them carries.
func (f *Flags) Settings() (*config.Config, error) {
	c, err := config.FromJSON(f.Config)
	if err != nil {
		return nil, fmt.Errorf("-%s: %w", f.configName, err)
	}
	if f.Select != "" {
		c.Select = words(f.Select)
	}
	if f.Ignore != "" {
		c.Ignore = words(f.Ignore)
	}
	if f.Confidence != "" {
		if c.Confidence = rule.Confidence(f.Confidence); c.Confidence.Rank() == 0 {
			return nil, fmt.Errorf("-confidence: unknown confidence %q; want one of %s", f.Confidence, f.confidenceWords)
		}
	}
	if f.Horizon != "" {
		if c.Rules.IDV601.Horizon, err = time.ParseDuration(f.Horizon); err != nil {
			return nil, fmt.Errorf("-horizon: want a duration such as 72h, got %q", f.Horizon)
		}
	}
	c.Tests, c.Generated = f.Tests.or(c.Tests), f.Generated.or(c.Generated)
	return c, nil
}

// words splits a list that is written with commas.
func words(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}
