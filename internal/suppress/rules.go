package suppress

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed malformed.md
var malformedPage string

//go:embed unused.md
var unusedPage string

// Check is a rule about comments. It has no body of its own: Set knows what to say.
type Check struct{ rule.Meta }

// The rules about comments.
var (
	Malformed = Check{rule.Meta{
		ID: "IDV001", Name: "badsuppression", Title: "comment that suppresses nothing: it has a mistake", Since: "v0.6.0",
		Severity: rule.Warning, Confidence: rule.High, Fix: rule.NoFix, Default: true, Doc: malformedPage,
	}}
	Unused = Check{rule.Meta{
		ID: "IDV002", Name: "unusedsuppression", Title: "comment that suppresses nothing: there is nothing to suppress", Since: "v0.6.0",
		Severity: rule.Warning, Confidence: rule.High, Fix: rule.NoFix, Default: true, Doc: unusedPage,
	}}
)

// Metas lists the rules about comments.
func Metas() []*rule.Meta { return []*rule.Meta{&Malformed.Meta, &Unused.Meta} }

func (k *Check) finding(c *Comment, subject, message, help string) rule.Finding {
	f := rule.Finding{
		Rule: k.ID, Severity: k.Severity, Confidence: k.Confidence, At: c.At, Function: c.Within, Subject: c.Word + " " + subject,
		Title: "suppression that hides nothing", Message: rule.Fit("//idemvet:"+c.Word+" "+message, message), Help: help,
	}
	if k.ID == Malformed.ID {
		f.Title = "suppression with a mistake"
		f.Runs = "today it looks as if somebody had decided · in truth the finding is shown, or comes back unseen"
	} else {
		f.Runs = "today there is nothing here to suppress · tomorrow a new mistake in this place is hidden by an old reason"
	}
	return f
}
