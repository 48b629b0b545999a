package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// key is one that a file may have. The table of keys is all there is: strict reading, the JSON schema, config show, config init and the
// flags that a file stands for are made of it.
type key struct {
	name    string
	doc     string // one line, without a full stop
	want    string // what is expected, for messages
	example string // a value, in YAML
	initial string // what holds where nothing is set, in YAML; "" is nothing
	shape   *shape
	into    func(*Settings) any // where the value goes; of keys at the top only
	flag    func(*Settings, string) Flag
}

// wants is the message for a value of the wrong kind.
func (k *key) wants() string {
	return fmt.Sprintf("%s wants %s, such as %s", k.name, k.want, k.example)
}

// Flag is a flag of the command line that a file stands for, unless the flag is given.
type Flag struct {
	Name   string
	Values []string // several for a flag that may be repeated
}

// whole is the shape of a file.
var whole = &shape{is: object, noun: "key", keys: keys}

var keys = []*key{
	{
		name: "version", doc: "version of this format", want: "a number", example: "1", initial: "1",
		shape: &shape{is: number}, into: func(s *Settings) any { return &s.Version },
	},
	{
		name: "select", doc: "rules to report: ids, prefixes (IDV1), names, or core, default, all", want: "a list of rules", example: "[default]", initial: "[default]",
		shape: rules, into: func(s *Settings) any { return &s.Select },
		flag: func(s *Settings, _ string) Flag { return Flag{"select", s.Select} },
	},
	{
		name: "ignore", doc: "rules not to report, named the same way", want: "a list of rules", example: "[IDV503]", initial: "[]",
		shape: rules, into: func(s *Settings) any { return &s.Ignore },
		flag: func(s *Settings, _ string) Flag { return Flag{"ignore", s.Ignore} },
	},
	{
		name: "confidence", doc: "the least confidence to report", want: "one of high, medium, low", example: "medium", initial: "medium",
		shape: &shape{is: word, words: confidences}, into: func(s *Settings) any { return &s.Confidence },
		flag: func(s *Settings, _ string) Flag { return Flag{"confidence", []string{string(s.Confidence)}} },
	},
	{
		name: "severity", doc: "severities other than the rules' own, by rule; the more exact name wins", want: "severities by rule", example: "{IDV105: info}", initial: "{}",
		shape: &shape{is: table, names: ruleName, of: &shape{is: word, words: severities}}, into: func(s *Settings) any { return &s.Severity },
	},
	{
		name: "tests", doc: "analyse test files too", want: "true or false", example: "false", initial: "false",
		shape: &shape{is: flag}, into: func(s *Settings) any { return &s.Tests },
		flag: func(s *Settings, _ string) Flag { return Flag{"tests", []string{strconv.FormatBool(s.Tests)}} },
	},
	{
		name: "generated", doc: "report findings in generated files too", want: "true or false", example: "false", initial: "false",
		shape: &shape{is: flag}, into: func(s *Settings) any { return &s.Generated },
		flag: func(s *Settings, _ string) Flag { return Flag{"generated", []string{strconv.FormatBool(s.Generated)}} },
	},
	{
		name: "exclude", doc: "files, or folders with all below, whose findings are not wanted; ** is any number of folders", want: "a list of patterns", example: "[\"**/mocks/**\"]", initial: "[]",
		shape: &shape{is: list, alone: true, of: &shape{is: word, check: checkExclude}}, into: func(s *Settings) any { return &s.Exclude },
	},
	{
		name: "schema", doc: "SQL files that make the schema; without any, the usual folders are searched", want: "a list of patterns", example: "[\"db/migrations/*.sql\"]", initial: "[]",
		shape: globs, into: func(s *Settings) any { return &s.Schema },
	},
	{
		name: "unique", doc: "unique keys that no file tells of: a list of lists of columns for each table", want: "lists of columns by table", example: "{orders: [[tenant_id, external_ref]]}", initial: "{}",
		shape: &shape{is: table, names: anyWord, of: &shape{is: list, of: &shape{is: list, of: &shape{is: word, check: checkColumn, like: columnSchema}}}},
		into:  func(s *Settings) any { return &s.Unique },
	},
	{
		name: "models", doc: "files that say what your own libraries do", want: "a list of files", example: "[models.yaml, \"models/*.yaml\"]", initial: "[]",
		shape: globs, into: func(s *Settings) any { return &s.ModelFiles },
	},
	{
		name: "rules", doc: "options of single rules", want: "options by rule", example: "{IDV601: {horizon: 72h}}", initial: "{}",
		shape: &shape{is: object, noun: "rule with options", keys: ruleKeys}, into: func(s *Settings) any { return &s.Rules },
	},
	{
		name: "fail-on", doc: "the least severity that makes the exit status 1", want: "one of error, warning, info", example: "warning", initial: "warning",
		shape: &shape{is: word, words: severities}, into: func(s *Settings) any { return &s.FailOn },
		flag: func(s *Settings, _ string) Flag { return Flag{"fail-on", []string{string(s.FailOn)}} },
	},
	{
		name: "baseline", doc: "file of the findings that are known", want: "a file", example: ".idemvet-baseline.json",
		shape: anyWord, into: func(s *Settings) any { return &s.Baseline },
		flag: func(s *Settings, dir string) Flag { return Flag{"baseline", []string{below(dir, s.Baseline)}} },
	},
	{
		name: "tags", doc: "build tags", want: "a list of tags", example: "[integration]", initial: "[]",
		shape: &shape{is: list, alone: true, of: &shape{is: word, check: checkTag, like: tagSchema}}, into: func(s *Settings) any { return &s.Tags },
		flag: func(s *Settings, _ string) Flag { return Flag{"tags", s.Tags} },
	},
	{
		name: "link", doc: "join the packages, so that what lies behind interfaces is part of the analysis", want: "true or false", example: "true", initial: "true",
		shape: &shape{is: flag}, into: func(s *Settings) any { return &s.Link },
		flag: func(s *Settings, _ string) Flag { return Flag{"no-link", []string{strconv.FormatBool(!s.Link)}} },
	},
}

// ruleKeys are the rules that have options.
var ruleKeys = []*key{{
	name: "IDV601", doc: "a memory of repeats that ends too early", want: "options", example: "{horizon: 72h}",
	shape: &shape{is: object, noun: "option", keys: []*key{{
		name: "horizon", doc: "the time after which no repeat comes any more, where the program does not say it", want: "a duration", example: "72h",
		shape: &shape{is: word, check: checkDuration, like: durationSchema},
	}}},
}}

var (
	confidences = []string{string(rule.High), string(rule.Medium), string(rule.Low)}
	severities  = []string{string(rule.Error), string(rule.Warning), string(rule.Info)}

	anyWord  = &shape{is: word}
	ruleName = &shape{is: word, check: checkRule, like: ruleSchema}
	rules    = &shape{is: list, alone: true, of: ruleName}
	globs    = &shape{is: list, alone: true, of: &shape{is: word, check: func(_ *reader, text string) error { return checkGlob(text) }}}
)

func checkRule(r *reader, text string) error {
	_, err := report.Select(r.rules, []string{text}, nil)
	return err
}

func checkColumn(_ *reader, text string) error {
	if strings.ContainsAny(text, " ,;()") {
		return fmt.Errorf("column %q: want a name; list several as [a, b]", text)
	}
	return nil
}

func checkTag(_ *reader, text string) error {
	if strings.ContainsAny(text, " ,!&|()") {
		return fmt.Errorf("tag %q: want a name; list several as [a, b]", text)
	}
	return nil
}

func checkDuration(_ *reader, text string) error {
	d, err := time.ParseDuration(text)
	if err == nil && d <= 0 {
		err = errors.New("not above zero")
	}
	if err != nil {
		return fmt.Errorf("bad duration %q: want one such as 90m or 72h", text)
	}
	return nil
}

// below is a file as named in a directory.
func below(dir, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, filepath.FromSlash(file))
}

// BaselineFile is the file of known findings, "" if none is set.
func (c *Config) BaselineFile() string {
	if !c.Has("baseline") {
		return ""
	}
	return below(c.Dir(), c.Baseline)
}

// Flags lists the flags that the file stands for.
func (c *Config) Flags() []Flag {
	var out []Flag
	for _, k := range keys {
		if k.flag != nil && c.Has(k.name) {
			out = append(out, k.flag(&c.Settings, c.Dir()))
		}
	}
	return out
}
