package summary

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/source"
)

// line names a place for a reader who looks at the same package.
func line(at source.Place) string {
	if !at.IsValid() {
		return "somewhere else"
	}
	return fmt.Sprintf("at %s:%d", at.File, at.Line)
}

// words describes the origins of a value in one function.
func (w *function) words(values []flow.Local) []string {
	var list []string
	for _, v := range values {
		if text := w.originWords(v.Origin); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// originWords is an origin in words, with the names of the function's inputs.
func (w *function) originWords(o flow.Origin) string {
	name := ""
	switch {
	case o.Kind == flow.Param && o.In.Index < len(w.fn.Params):
		name = w.fn.Params[o.In.Index].Name()
	case o.Kind == flow.Free && o.In.Index < len(w.fn.FreeVars):
		name = w.fn.FreeVars[o.In.Index].Name()
	}
	return words(o, name)
}

func words(o flow.Origin, name string) string {
	var text string
	switch o.Kind {
	case flow.Zero:
		text = "nothing (the zero value)"
	case flow.Const:
		text = fmt.Sprintf("the constant %q", o.Text)
	case flow.Fresh:
		text = fmt.Sprintf("a value that differs from call to call (%s), made by %s %s", o.Fresh, o.Source, line(o.At))
	case flow.Param:
		text = "the parameter " + input(o.In, name) + ": decided by callers"
	case flow.Free:
		text = "the captured variable " + input(o.In, name)
	case flow.Inbound:
		text = "what a caller of the program sent: " + o.Text
	case flow.Stored:
		text = "what was read from a store"
	case flow.Shared:
		text = "an identity that stands for more than one intent: " + o.Text
	case flow.Repeats:
		text = "a client that sends again: " + o.Source
	default:
		return "unknown"
	}
	if o.Digest {
		text = "a hash of " + text
	}
	return text
}

// harmless says of each origin of an identity why it makes no mistake by itself. A fresh value made in the region is one,
// so nothing is said of it.
func (w *function) harmless(e *event, blame []string) []string {
	switch {
	case e.Class == Send && !w.requestKnown(e):
		return []string{"whether the request bears a key is decided by callers"}
	case e.Class == Send && !writes(plain(e.values)):
		return []string{"the request may be repeated, or its method is not known"}
	case e.Class != Keyed:
		return nil
	}
	var list []string
	for _, v := range e.values {
		switch v.Kind {
		case flow.Param:
			list = append(list, "key is a parameter: decided by callers")
		case flow.Fresh:
			for _, l := range w.loops {
				if l.Blocks[e.site.Block()] && v.Site != nil && !l.Blocks[v.Site.Block()] {
					list = append(list, "value is made once "+line(v.At)+", before the loop, and every attempt carries it")
				}
			}
		case flow.Zero, flow.Const, flow.Free, flow.Inbound, flow.Stored:
			list = append(list, "value is the same in every attempt: "+w.originWords(v.Origin))
		case flow.Unknown:
			if len(blame) > 0 {
				list = append(list, "value is unknown because "+strings.Join(blame, ", ")+" is unknown")
			} else {
				list = append(list, "value is unknown")
			}
		}
	}
	return list
}

func input(in flow.Input, name string) string {
	if name == "" {
		name = strconv.Itoa(in.Index)
	}
	return name + in.Sel
}

// summaryWords describes a summary, shortly.
func summaryWords(f *Function) []string {
	var list []string
	for _, r := range f.Results {
		for _, o := range r.From {
			list = append(list, fmt.Sprintf("result %d%s is %s", r.To.Index, r.To.Sel, words(o, "")))
		}
	}
	for _, e := range f.Events {
		list = append(list, e.Words()+" "+line(e.At))
	}
	for _, c := range f.Calls {
		list = append(list, fmt.Sprintf("calls the function in input %s (%s)", input(c.In, ""), c.Regime))
	}
	if f.Retries {
		list = append(list, "repeats something itself")
	}
	const most = 8
	if n := len(list); n > most {
		list = append(list[:most:most], fmt.Sprintf("and %d more", n-most))
	}
	return list
}

// Words says what an event is.
func (e *Event) Words() string {
	sink := e.Sink
	if e.Convention {
		sink += " (an identity by its name)"
	}
	switch e.Class {
	case Keyed:
		return strings.TrimSpace(fmt.Sprintf("sets an identity (%s): %s", e.Key, sink))
	case Send:
		return "sends a request that was given no key: " + sink
	case Drain:
		return "reads a reader to its end: " + sink
	case Content:
		return "sends content: " + sink
	case Drift:
		return "sends a request with a key and content that changes: " + sink
	}
	return "event: " + sink
}
