package rule

import (
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/summary"
)

// MaxMessage is the limit for a message in bytes: some hosts cut what is longer.
const MaxMessage = 200

// Fit returns the first of some texts that can be a message.
func Fit(texts ...string) string {
	for _, t := range texts {
		if len(t) <= MaxMessage {
			return t
		}
	}
	last := texts[len(texts)-1]
	return strings.ToValidUTF8(last[:MaxMessage-3], "") + "…"
}

// Short drops the struct's name from a field sink.
func Short(sink string) string {
	if i := strings.LastIndexByte(sink, '.'); i >= 0 && !strings.ContainsAny(sink, "() ") {
		return sink[i+1:]
	}
	return sink
}

// Where is the position of a finding about an event: the event's own where that lies in the package, else the call that
// leads to it. A value that is wrong only because of what this function hands over is reported at the call. A value that is made
// behind an interface, whose caller has no say in it, is reported where it is made into a key.
func Where(pkg string, r *summary.Region, e *summary.RegionEvent) Place {
	if e.Wired && e.At.Pkg != pkg && madeOutside(pkg, e.Mints) {
		return e.At
	}
	if e.At.Pkg == pkg && !e.Moved {
		return e.At
	}
	if e.Moved && e.At.Pkg == pkg {
		return e.Site
	}
	for _, p := range slices.Backward(e.Via) {
		if p.Pkg == pkg {
			return p
		}
	}
	if e.Site.Pkg != pkg && r.Cause.At.Pkg == pkg {
		return r.Cause.At
	}
	return e.Site
}

// madeOutside reports whether all of some fresh values are made in other packages.
func madeOutside(pkg string, mints []origin.Origin) bool {
	for _, m := range mints {
		if m.At.Pkg == pkg {
			return false
		}
	}
	return len(mints) > 0
}

// Made is where in the package a fresh value is made, directly or by a call; where it comes from a caller, it is the fallback.
func Made(pkg string, o origin.Origin, fallback Place) Place {
	if o.At.Pkg == pkg {
		return o.At
	}
	for _, p := range o.Via {
		if p.Pkg == pkg {
			return p
		}
	}
	return fallback
}

// Hashed reports whether a fresh value is part of a content that is hashed into a key, rather than of the key itself.
func Hashed(k model.KeyKind, o origin.Origin) bool {
	return o.Digest && (o.Encoded || k == model.DedupID || k == model.MessageID)
}

// Pick returns the first origin of a set that is fresh in one of some ways, in the order of the ways.
func Pick(set []origin.Origin, kinds ...model.FreshKind) (origin.Origin, bool) {
	for _, k := range kinds {
		for _, o := range set {
			if o.Kind == origin.Fresh && o.Fresh == k {
				return o, true
			}
		}
	}
	return origin.Origin{}, false
}

// Path tells where a value is made, what runs again, through which calls it goes and where it arrives. A step without a
// position, or at the position of another, is left out.
func Path(mint origin.Origin, mintText string, r *summary.Region, e *summary.RegionEvent, sinkText string) []Step {
	var steps []Step
	seen := map[Place]bool{e.At: true}
	add := func(role Role, at Place, text string) {
		if at.IsValid() && !seen[at] {
			seen[at] = true
			steps = append(steps, Step{Role: role, At: at, Text: text})
		}
	}
	add(Mint, mint.At, mintText)
	add(Region, r.Cause.At, r.Cause.Text)
	for _, p := range append(slices.Clone(e.Via), mint.Via...) {
		add(Flow, p, "called here")
	}
	if len(steps) == 0 && mintText != "" {
		sinkText += "; " + mintText
	}
	return append(steps, Step{Role: Sink, At: e.At, Text: sinkText})
}

// Differs says how a fresh value differs, for the reader.
func Differs(o origin.Origin) string {
	switch o.Fresh {
	case model.Random:
		return o.Source + " returns a new value each time"
	case model.Clock:
		return o.Source + " differs with the time of the attempt"
	case model.Counter:
		return o.Source + " differs from attempt to attempt"
	case model.Host:
		return o.Source + " differs from host to host or process to process"
	case model.Delivery:
		return o.Source + " changes when the message is delivered again"
	}
	return o.Source + " may differ for equal content"
}
