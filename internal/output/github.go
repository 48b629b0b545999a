package output

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// Values of workflow commands are escaped: a line break would end the command, and in properties a comma or colon would
// end the value.
var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// GitHub prints workflow commands, which GitHub Actions turns into annotations. It shows at most ten errors, ten warnings
// and ten notices of a step; the rest stays in the log, so nothing is left out here.
func GitHub(w io.Writer, r *report.Report, o Options) error {
	b := bufio.NewWriter(w)
	for f := range counted(r) {
		fmt.Fprintf(b, "::%s file=%s,%s,title=%s::%s\n", command(f.Severity), commandProperty.Replace(o.path(f.Source)),
			commandRange(f.At), commandProperty.Replace(title(f)), commandData.Replace(story(f)))
	}
	for _, inc := range r.Incomplete {
		fmt.Fprintf(b, "::error title=analysis incomplete::%s\n", commandData.Replace(notAnalysed(inc)))
	}
	return b.Flush()
}

func command(s rule.Severity) string {
	switch s {
	case rule.Error:
		return "error"
	case rule.Warning:
		return "warning"
	}
	return "notice"
}

// commandRange is the place of an annotation. Columns are refused where it covers several lines.
func commandRange(at rule.Place) string {
	line, column := end(at)
	if line != at.Line {
		return fmt.Sprintf("line=%d,endLine=%d", at.Line, line)
	}
	return fmt.Sprintf("line=%d,endLine=%d,col=%d,endColumn=%d", at.Line, line, at.Column, column)
}

// title is the rule and the short form of the message.
func title(f *report.Finding) string {
	name := strings.TrimSpace(f.Rule + " " + f.Name)
	if f.Title == "" {
		return name
	}
	return name + ": " + f.Title
}
