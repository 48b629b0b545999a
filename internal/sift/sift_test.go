package sift

import (
	"flag"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/suppress"
)

var metas = append(suppress.Metas(), &rule.Meta{ID: "IDV101", Name: "keyinretry", Default: true}, &rule.Meta{ID: "IDV310", Name: "quiet"})

func parse(t *testing.T, args ...string) (*Flags, error) {
	t.Helper()
	f := &Flags{}
	set := flag.NewFlagSet("x", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	f.Register(set, "idemvet.config")
	return f, set.Parse(args)
}

func TestFlags(t *testing.T) {
	whole := `-idemvet.config={"select":["IDV3"],"ignore":["IDV101"],"confidence":"low","tests":true,"generated":true,"rules":{"IDV601":{"horizon":"1h"}}}`
	f, err := parse(t, whole, "-select=all", "-confidence=high", "-tests=false", "-horizon=72h")
	if err != nil {
		t.Fatal(err)
	}
	c, err := f.Settings()
	if err != nil {
		t.Fatal(err)
	}
	if c.Select[0] != "all" || c.Ignore[0] != "IDV101" || c.Confidence != rule.High || c.Tests || !c.Generated || c.Rules.IDV601.Horizon != 72*time.Hour {
		t.Errorf("flags must win, and leave the rest: %+v", c.Settings)
	}
	for args, want := range map[string]string{
		"-confidence=sure":         `-confidence: unknown confidence "sure"; want one of high, medium, low`,
		"-horizon=soon":            `-horizon: want a duration such as 72h, got "soon"`,
		`-idemvet.config={"no":1}`: "-idemvet.config: ",
	} {
		f, err := parse(t, args)
		if err == nil {
			_, err = f.Settings()
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	if _, err := parse(t, "-tests=perhaps"); err == nil || !strings.Contains(err.Error(), `want true or false, got "perhaps"`) {
		t.Errorf("-tests=perhaps: %v", err)
	}
}

func TestKeep(t *testing.T) {
	at := func(file string, line int) rule.Place {
		return rule.Place{Pkg: "shop", File: file, Line: line, Column: 1}
	}
	u := Unit{
		Dir:       "/src/shop",
		Generated: []string{"made.go"},
		Findings: []rule.Finding{
			{Rule: "IDV101", Confidence: rule.High, At: at("a.go", 9), Message: "plain"},
			{Rule: "IDV101", Confidence: rule.High, At: at("a.go", 3), Message: "meant"},
			{Rule: "IDV101", Confidence: rule.Low, At: at("a.go", 4), Message: "unsure"},
			{Rule: "IDV101", Confidence: rule.High, At: at("made.go", 1), Message: "generated"},
			{Rule: "IDV101", Confidence: rule.High, At: at("a_test.go", 1), Message: "test"},
			{Rule: "IDV310", Confidence: rule.High, At: at("a.go", 1), Message: "quiet"},
		},
		Comments: []suppress.Comment{
			{Word: suppress.Ignore, Rules: []string{"IDV101"}, Reason: "why", At: at("a.go", 2), First: 2, Last: 3},
			{Word: suppress.Ignore, Fault: "has no reason", At: at("a.go", 7), First: 7, Last: 8},
		},
	}
	for args, want := range map[string]string{
		"":                       "IDV001 plain",
		"-select=all":            "quiet IDV001 plain",
		"-confidence=low":        "unsure IDV001 plain",
		"-generated":             "IDV001 plain generated",
		"-tests":                 "IDV001 plain test",
		"-ignore=badsuppression": "plain",
	} {
		f, err := parse(t, strings.Fields(args)...)
		if err != nil {
			t.Fatal(err)
		}
		c, err := f.Settings()
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(c, metas)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range s.Keep(u) {
			if f.Rule == suppress.Malformed.ID {
				f.Message = f.Rule
			}
			got = append(got, f.Message)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %q, want %q", args, got, want)
		}
	}
}
