package model

import (
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// Span says that a place holds a length of time that matters for repeats: how long one is recognised, or how late one can come.
type Span struct {
	// At is the place, for functions. A field row is about the field.
	At *Place `yaml:"at,omitempty"`
	// Unit is the unit of a number; a duration needs none.
	Unit Unit `yaml:"unit,omitempty"`
	// Of says what it is a time of.
	Of SpanOf `yaml:"of"`
	// With is a place that must be set as well: messages whose time is over go somewhere else only then.
	With *Place `yaml:"with,omitempty"`
	// Beside are fields of the same struct, and the constants that they must hold.
	Beside map[string]string `yaml:"beside,omitempty"`
}

// SpanOf says what a length of time is one of.
type SpanOf string

// What lengths of time are of.
const (
	OfRetries  SpanOf = "retries"  // horizon: how long a caller tries again
	OfDelivery SpanOf = "delivery" // horizon: how late a broker delivers a message once more
	OfJob      SpanOf = "job"      // horizon: how long a job or activity may take, attempts included
	OfSends    SpanOf = "sends"    // window: how long a receiver that the library stands for knows what it was sent
	OfRecords  SpanOf = "records"  // window: how long the records of a collection stay
)

// Unit is a unit of time.
type Unit string

// nanoseconds of the units.
var units = map[Unit]float64{"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "h": 3600e9}

// Nanoseconds is how long a unit is; without one, a number counts nanoseconds, as a duration does.
func (u Unit) Nanoseconds() float64 {
	if n, ok := units[u]; ok {
		return n
	}
	return 1
}

// SpanList is one length of time or a list of them.
type SpanList []Span

// UnmarshalYAML reads one or a list.
func (l *SpanList) UnmarshalYAML(n *yaml.Node) error {
	items := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		items = n.Content
	}
	for _, item := range items {
		if err := onlyKeys(item, "at", "unit", "of", "with", "beside"); err != nil {
			return err
		}
		var s Span
		if err := item.Decode(&s); err != nil {
			return err
		}
		*l = append(*l, s)
	}
	return nil
}

// Script says that a call runs a script in a store: Text is the script, Keys and Args are the lists that it is given.
type Script struct {
	Text Place `yaml:"text"`
	Keys Place `yaml:"keys"`
	Args Place `yaml:"args"`
}

// spans reports whether a row says something about lengths of time.
func (e *Entry) spans() bool { return len(e.Window)+len(e.Horizon) > 0 }

// Aside reports whether a row says nothing but lengths of time or scripts: of what the call does, nothing is known by it.
func (e *Entry) Aside() bool {
	c := *e
	c.Window, c.Horizon, c.Counts, c.Cuts, c.Script = nil, nil, "", nil, nil
	return (e.spans() || e.Counts != "" || e.Cuts != nil || e.Script != nil) && !c.forFunc()
}

// Spares reports whether a row says nothing but that it does no harm to run the function again.
func (e *Entry) Spares() bool {
	c := *e
	c.Harmless = false
	return e.Harmless && !c.forFunc()
}

func (e *Entry) checkSpans() error {
	for _, list := range []struct {
		spans SpanList
		of    []SpanOf
	}{{e.Window, []SpanOf{OfSends, OfRecords}}, {e.Horizon, []SpanOf{OfRetries, OfDelivery, OfJob}}} {
		known := set(list.of...)
		for i := range list.spans {
			if err := list.spans[i].check(known, len(e.Func) > 0); err != nil {
				return err
			}
		}
	}
	if _, ok := units[e.Counts]; e.Counts != "" && !ok {
		return fmt.Errorf("unknown unit %q", e.Counts)
	}
	return nil
}

func (s *Span) check(known map[SpanOf]bool, onFunc bool) error {
	_, unit := units[s.Unit]
	switch {
	case !known[s.Of]:
		return fmt.Errorf("a length of time cannot be one of %q here", s.Of)
	case s.Unit != "" && !unit:
		return fmt.Errorf("unknown unit %q", s.Unit)
	case onFunc != (s.At != nil):
		return errors.New("a length of time needs at in a row on functions, and in no other")
	}
	return nil
}
