package output

import (
	"regexp"
	"strings"

	"github.com/idemvet/idemvet/internal/page"
	"github.com/idemvet/idemvet/internal/rule"
)

// home is where the tool lives.
const home = "https://github.com/idemvet/idemvet"

// maxDescription is the most characters of a description that code scanning takes.
const maxDescription = 1024

var semantic = regexp.MustCompile(`^v(\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?)$`)

func (s *sarifWriter) driver() sarifDriver {
	d := sarifDriver{Name: s.o.Tool.Name, Version: s.o.Tool.Version, InformationURI: home, Rules: []sarifRule{}}
	if m := semantic.FindStringSubmatch(d.Version); m != nil {
		d.SemanticVersion = m[1]
	}
	for _, m := range s.o.Rules {
		d.Rules = append(d.Rules, describe(m))
	}
	return d
}

func describe(m *rule.Meta) sarifRule {
	text := page.Text(m.Doc)
	severity := string(m.Severity)
	if m.Severity == rule.Info {
		severity = "recommendation"
	}
	return sarifRule{
		ID: m.ID, Name: m.Name, HelpURI: m.URL(),
		ShortDescription: sarifMessage{Text: m.Title},
		FullDescription:  sarifMessage{Text: lead(text, m.Title)},
		Help:             sarifMessage{Text: text, Markdown: m.Doc},
		Default:          sarifLevel{level(m.Severity)},
		// Confidences have the names of precisions. The highest precision, very-high, would promise more than a static analysis knows.
		Properties: sarifProperties{[]string{"correctness", "idempotency"}, string(m.Confidence), severity},
	}
}

// lead is the first paragraph of a rule's page as one line: behind the title and the line of properties. A page without one
// is described by the rule's title.
func lead(text, title string) string {
	paragraphs := strings.SplitN(text, "\n\n", 4)
	if len(paragraphs) < 3 {
		return title
	}
	runes := []rune(strings.Join(strings.Fields(paragraphs[2]), " "))
	return string(runes[:min(len(runes), maxDescription)])
}

// level is a severity in words of SARIF.
func level(s rule.Severity) string {
	switch s {
	case rule.Error:
		return "error"
	case rule.Warning:
		return "warning"
	}
	return "note"
}
