package suppress

import (
	"strings"
	"testing"
	"time"

	"github.com/idemvet/idemvet/internal/rule"
)

var (
	rules = []*rule.Meta{{ID: "IDV101", Name: "keyinretry"}, {ID: "IDV105", Name: "keypii"}}
	today = time.Date(2027, 2, 1, 12, 0, 0, 0, time.UTC)
)

func note(word string, first, last int, rules ...string) Comment {
	return Comment{Word: word, Rules: rules, Reason: "so", At: rule.Place{Pkg: "p", File: "a.go", Line: max(first, 1)}, First: first, Last: last}
}

func at(id, file string, line int) *rule.Finding {
	return &rule.Finding{Rule: id, At: rule.Place{Pkg: "p", File: file, Line: line}}
}

func texts(list []rule.Finding) string {
	var out []string
	for _, f := range list {
		out = append(out, f.Rule+" "+f.Message)
	}
	return strings.Join(out, "\n")
}

func TestFind(t *testing.T) {
	s := New([]Comment{note(Ignore, 4, 6, "IDV101"), note(Ignore, 9, 9, "KEYPII", "idv101"), note(FileIgnore, 0, 0, "IDV105")}, rules, today)
	for _, c := range []struct {
		f    *rule.Finding
		want bool
	}{
		{at("IDV101", "a.go", 3), false}, {at("IDV101", "a.go", 4), true}, {at("IDV101", "a.go", 6), true}, {at("IDV101", "a.go", 7), false},
		{at("IDV101", "b.go", 5), false}, {at("IDV105", "a.go", 70), true}, {at("IDV105", "b.go", 70), false},
		{&rule.Finding{Rule: "IDV101", At: rule.Place{Pkg: "q", File: "a.go", Line: 5}}, false},
	} {
		if got := s.Find(c.f); (got != nil) != c.want {
			t.Errorf("%+v: %+v", c.f.At, got)
		}
	}
	if got := texts(s.Unused()); got != "IDV002 //idemvet:ignore hides nothing: no IDV105 is found here\nIDV002 //idemvet:ignore hides nothing: no IDV101 is found here" {
		t.Errorf("unused: %s", got)
	}
}

func TestUntil(t *testing.T) {
	old, still := note(Ignore, 4, 4, "IDV101"), note(Ignore, 8, 8, "IDV101")
	old.Until, still.Until = "2027-01-31", "2027-02-01"
	s := New([]Comment{old, still}, rules, today)
	if s.Find(at("IDV101", "a.go", 4)) != nil || s.Find(at("IDV101", "a.go", 8)) == nil {
		t.Error("the last day is the one that is written")
	}
	if got := texts(s.Unused()); got != "IDV002 //idemvet:ignore held until 2027-01-31, and suppresses nothing any more" {
		t.Errorf("unused: %s", got)
	}
}

func TestFaults(t *testing.T) {
	bad := note(Ignore, 4, 4, "IDV101", "IDV110")
	without := note(Ignore, 6, 6, "IDV101")
	without.Fault, without.Reason = "gives no reason", ""
	s := New([]Comment{bad, without, bad}, rules, today) // the last as in a test variant
	if got := texts(s.Faults()); got != "IDV001 //idemvet:ignore names an unknown rule \"IDV110\"; did you mean \"IDV101\"?\nIDV001 //idemvet:ignore gives no reason" {
		t.Errorf("faults: %s", got)
	}
	if s.Find(at("IDV101", "a.go", 4)) == nil {
		t.Error("the rule that is known does not hold")
	}
	if s.Find(at("IDV101", "a.go", 6)) != nil {
		t.Error("a comment without a reason holds")
	}
}

func TestIdle(t *testing.T) {
	c := note(Idempotent, 3, 0)
	c.Within = "Send"
	s := New([]Comment{c}, rules, today)
	if len(s.Unused()) != 0 {
		t.Error("one that is of use is told of")
	}
	c.Idle = true
	if got := texts(New([]Comment{c}, rules, today).Unused()); got != "IDV002 //idemvet:idempotent is not needed: nothing in Send could do harm when it runs again" {
		t.Error(got)
	}
}
