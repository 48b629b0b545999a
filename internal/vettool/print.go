package vettool

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/sift"
)

// position of a finding. The go command makes absolute names relative to where it runs, and keeps what the tool said by a key that
// holds the directory of the package; unless paths are trimmed. Then a shared cache answers in every checkout, and an absolute name
// would be that of the checkout that was first. So it is relative to the module there, which is where go vet is run as a rule.
func (c *request) position(f rule.Finding, line, column int) string {
	return fmt.Sprintf("%s:%d:%d", filepath.Join(c.base(), filepath.FromSlash(f.At.File)), line, column)
}

func (c *request) start(f rule.Finding) string { return c.position(f, f.At.Line, f.At.Column) }

func (c *request) end(f rule.Finding) string {
	if f.At.EndLine == 0 {
		return c.start(f)
	}
	return c.position(f, f.At.EndLine, f.At.EndColumn)
}

// printText writes findings to stderr, and why the package is incomplete. The exit status is 1 if there was anything
// to say: the go command shows the output of a tool that fails, and runs it again the next time.
func (o *Options) printText(c *request, findings []rule.Finding, incomplete string) error {
	for _, f := range findings {
		fmt.Fprintf(o.Stderr, "%s: %s\n", c.start(f), sift.Text(&f))
	}
	if incomplete != "" {
		fmt.Fprintf(o.Stderr, "%s: not analysed: %s\n", c.path(), strings.ReplaceAll(incomplete, "\n", " "))
	}
	if len(findings) > 0 || incomplete != "" {
		return exitStatus(1)
	}
	return nil
}

// diagnostic is a finding as x/tools prints it. Related positions are left out: go vet would print each of them like a
// finding of its own, and the message stands alone.
type diagnostic struct {
	Category string `json:"category"`
	Posn     string `json:"posn"`
	End      string `json:"end"`
	Message  string `json:"message"`
	URL      string `json:"url,omitempty"`
}

// printJSON writes a tree of package, rule name and list of findings. Since Go 1.26, go vet always asks for JSON, turns it into
// text and keeps it with the cached result; the exit status must be 0 for that.
func (o *Options) printJSON(c *request, findings []rule.Finding) error {
	if len(findings) == 0 {
		return nil
	}
	rules := make(map[string][]diagnostic)
	for _, f := range findings {
		name, url := f.Rule, ""
		for _, m := range o.Metas {
			if m.ID == f.Rule {
				name, url = m.Name, m.URL()
			}
		}
		rules[name] = append(rules[name], diagnostic{f.Rule, c.start(f), c.end(f), sift.Text(&f), url})
	}
	data, err := json.MarshalIndent(map[string]map[string][]diagnostic{c.ID: rules}, "", "\t")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if c.Stdout != "" {
		return os.WriteFile(c.Stdout, data, 0o666)
	}
	_, err = o.Stdout.Write(data)
	return err
}
