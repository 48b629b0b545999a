package output

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// diagnostic is one line of the Reviewdog Diagnostic Format. Its columns are those of a place: bytes, from 1; an end is
// the first position behind.
type diagnostic struct {
	Message     string       `json:"message"`
	Location    rdLocation   `json:"location"`
	Severity    string       `json:"severity"`
	Source      rdSource     `json:"source"`
	Code        rdCode       `json:"code"`
	Suggestions []suggestion `json:"suggestions,omitempty"`
	Original    string       `json:"original_output"`
	Related     []rdRelated  `json:"related_locations,omitempty"`
}

type rdLocation struct {
	Path  string  `json:"path"`
	Range rdRange `json:"range"`
}

type rdRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url,omitempty"`
}

type suggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}

// RDJSONL prints one JSON object per line for reviewdog. A package that was not analysed has no place in it: reviewdog
// drops what has no file.
func RDJSONL(w io.Writer, r *report.Report, o Options) error {
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	src, plain := sources{read: o.read}, newPalette(false)
	for f := range counted(r) {
		d := diagnostic{
			Message: story(f), Location: rdLocation{f.Source.Rel, rdSpan(f.At)}, Severity: strings.ToUpper(string(f.Severity)),
			Source: rdSource{"idemvet", home}, Code: rdCode{f.Rule, o.url(f.Rule)}, Original: plain.line(f),
		}
		for _, x := range f.Fixes {
			if s, ok := suggest(&src, f.Source, x.Edits); ok {
				d.Suggestions = append(d.Suggestions, s)
			}
		}
		for _, s := range f.Steps {
			if s.At.IsValid() {
				d.Related = append(d.Related, rdRelated{s.Text, rdLocation{s.Source.Rel, rdSpan(s.At)}})
			}
		}
		if err := enc.Encode(d); err != nil {
			return err
		}
	}
	return b.Flush()
}

func rdSpan(at rule.Place) rdRange {
	line, column := end(at)
	return rdRange{position{at.Line, at.Column}, position{line, column}}
}

// suggest is a fix as one replacement: suggestions are accepted one by one, so the edits of a fix must not be several. What lies
// between them is put into the text. There is none for a fix that reaches into other files, or whose source cannot be read.
func suggest(src *sources, file report.File, edits []report.Edit) (suggestion, bool) {
	if len(edits) == 0 {
		return suggestion{}, false
	}
	out := suggestion{Range: rdSpan(edits[0].At)}
	for i, e := range edits {
		if e.Source != file {
			return suggestion{}, false
		}
		span := rdSpan(e.At)
		if i > 0 {
			between, ok := src.text(file.Abs, out.Range.End, span.Start)
			if !ok {
				return suggestion{}, false
			}
			out.Text += between
		}
		out.Text += e.Text
		out.Range.End = span.End
	}
	return out, true
}
