// Package rule defines what a rule is and what it reports.
//
// A rule sees regions (code that can run again for one intent) and the events inside them, never SSA or syntax.
// Both are plain data, so the same rule body serves every driver.
package rule

import (
	"cmp"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

// Severity says what a finding does to the reader's system.
type Severity string

// Severities, from the most to the least harmful.
const (
	Error   Severity = "error"   // duplicates or loses an effect on a plausible path
	Warning Severity = "warning" // does so only together with something the tool cannot see
	Info    Severity = "info"    // hygiene
)

// Rank orders severities: a larger rank is more harmful. An unknown severity has rank 0.
func (s Severity) Rank() int {
	switch s {
	case Error:
		return 3
	case Warning:
		return 2
	case Info:
		return 1
	}
	return 0
}

// Confidence says how much of the path the tool has seen.
type Confidence string

// Confidences. High and Medium are reported by default, Low only on request.
const (
	High   Confidence = "high"
	Medium Confidence = "medium"
	Low    Confidence = "low"
)

// Rank orders confidences: a larger rank is more certain. An unknown confidence has rank 0.
func (c Confidence) Rank() int {
	switch c {
	case High:
		return 3
	case Medium:
		return 2
	case Low:
		return 1
	}
	return 0
}

// Lower is the next lower confidence; nothing is below Low.
func (c Confidence) Lower() Confidence {
	if c == High {
		return Medium
	}
	return Low
}

// Applicability tells how far an edit can be trusted.
type Applicability string

// Applicabilities.
const (
	NoFix     Applicability = "none"   // the rule offers no edit
	UnsafeFix Applicability = "unsafe" // mends the finding, and changes what the program does: to be read before it is kept
	SafeFix   Applicability = "safe"   // changes nothing but what is wrong
)

// Meta describes a rule to its users. Doc is the rule's page (Markdown, from doc.md).
type Meta struct {
	ID         string // IDV101
	Name       string // keyinretry
	Title      string // one line, lower case, no full stop
	Since      string // version in which the rule appeared
	Severity   Severity
	Confidence Confidence
	Fix        Applicability
	Default    bool // on without being selected
	// Yields lists rules that say the same mistake better: a finding is dropped for one of theirs that shares its position
	// or the place where the value is made.
	Yields []string
	Doc    string
}

// URL is the address of the rule's page.
func (m *Meta) URL() string {
	return "https://github.com/idemvet/idemvet/blob/main/rules.md#" + m.Name
}

// Place is a source position that does not depend on where the source is checked out.
type Place = source.Place

// Role says what a step of a path is for.
type Role string

// Roles of path steps, as in the JSON output.
const (
	Mint   Role = "mint"
	Flow   Role = "flow"
	Region Role = "region"
	Sink   Role = "sink"
)

// Step is one position on the path that explains a finding. Text is a plain English phrase without a full stop.
type Step struct {
	Role Role   `json:"role"`
	At   Place  `json:"at"`
	Text string `json:"text"`
}

// Finding is one mistake. It is defensible from its Path alone.
type Finding struct {
	Rule       string     `json:"rule"` // id
	Severity   Severity   `json:"severity"`
	Confidence Confidence `json:"confidence"`
	At         Place      `json:"at"` // in the package that was analysed, or behind an interface that it calls
	// Message stands alone: the facts and the consequence in one line of at most 200 bytes, without rule id or position.
	Message string `json:"message"`
	// Title is a short form of the message for the first line of a text frame.
	Title string `json:"title"`
	// Runs tells the two executions: "attempt 1 … · attempt 2 …". Empty only for severity Info.
	Runs string `json:"runs,omitempty"`
	// Help says what to write instead.
	Help     string `json:"help,omitempty"`
	Function string `json:"function"` // (*Client).Charge
	// Test is set for code that only tests use though its file is no _test.go file: it imports testing, or belongs to a mock.
	Test bool `json:"test,omitempty"`
	// Subject names the sink or callee; with rule, package and function it identifies the finding across moved code.
	Subject string `json:"subject"`
	Path    []Step `json:"path"`
	// Assumes is what the finding hangs on that only the schema of the database can tell. See Settle.
	Assumes *Assumption `json:"assumes,omitempty"`
	// Regime says why the code runs again, where that decides about a fix: what belongs in front of a retry would be the same for
	// all requests in front of a hook.
	Regime model.Regime `json:"regime,omitempty"`
	// Mend says which edit would mend it, for rules whose findings are mended in several ways. Empty: none.
	Mend Mend `json:"mend,omitempty"`
	// Fixes are edits of which each mends the finding alone, the best first. They lie in the package that was analysed.
	Fixes []Fix `json:"fixes,omitempty"`
}

// Mend names a kind of edit.
type Mend string

// Kinds of edits.
const (
	MendHoist Mend = "hoist" // the value is made in front of the code that runs again
	// MendHoistPart is MendHoist where the value is a part of a text, for texts whose other parts are constant: a fresh value beside what
	// names the work makes another key for each call, wherever it is made.
	MendHoistPart Mend = "hoist-part"
	MendOnlyNew   Mend = "only-new" // the write becomes one that happens only where nothing is there
	MendSkip      Mend = "skip"     // the insert passes over a row that is there
	MendHandle    Mend = "handle"   // the transaction takes the place of the handle from which it was begun
	MendContext   Mend = "context"  // the context of the transaction takes the place of the one around it
	MendDetach    Mend = "detach"   // the call gets a context that does not end with the one it has
	MendReset     Mend = "reset"    // the variable gets its first value at the start of each run
	MendExpiry    Mend = "expiry"   // the claim takes the expiry that a later step sets
)

// Fix is a change of the source that mends a finding.
type Fix struct {
	Message       string        `json:"message"` // what the change does, as an order: "make the key before the loop"
	Applicability Applicability `json:"applicability"`
	Edits         []Edit        `json:"edits"` // sorted, apart from each other
	// IfUnique says that it mends only where the schema shows a unique key that refuses the second row. Settle leaves it out otherwise.
	IfUnique bool `json:"if_unique,omitempty"`
}

// Edit replaces what lies between At's start and its end by a text. Where both are one position, it inserts.
type Edit struct {
	At   Place  `json:"at"`
	Text string `json:"text"`
}

// Assumption is a condition on the database's unique constraints.
type Assumption struct {
	Kind  AssumptionKind `json:"kind"`
	Table string         `json:"table"`
	// Columns are those that no two rows may share (unique), that are the same in a repeat (has-unique), or the target of a
	// conflict clause (target).
	Columns []string `json:"columns,omitempty"`
	// Refuses says that an error is what the code means to return when there is such a row.
	Refuses bool `json:"refuses,omitempty"`
	// Startup says that the write belongs to the start of a program; whatever the schema says, the finding does not get surer.
	Startup bool `json:"startup,omitempty"`
	// Constraint is the key that the conflict clause names; Primary says that it means the primary key.
	Constraint string `json:"constraint,omitempty"`
	Primary    bool   `json:"primary,omitempty"`
	// Partial says that the conflict clause has a condition, so that it may mean a partial index.
	Partial bool `json:"partial,omitempty"`
	// Inserted are the columns of the row that is inserted, where all are known.
	Inserted []string `json:"inserted,omitempty"`
	// Fresh are those of them that hold a new value each time, or may (has-unique).
	Fresh []string `json:"fresh,omitempty"`
	// Drawn says that the database may draw the primary key, though the row has a place for it.
	Drawn bool `json:"drawn,omitempty"`
	// Identified says that one of the columns may be unique, so that there is no finding where nothing is known of the table (unkeyed).
	Identified bool `json:"identified,omitempty"`
	// Most is how sure the finding may get, whatever the schema says (unkeyed).
	Most Confidence `json:"most,omitempty"`
}

// AssumptionKind says what an Assumption is about.
type AssumptionKind string

// Kinds of assumptions.
const (
	// NoUnique: no unique key covers the columns. Without a schema the finding stands, less sure.
	NoUnique AssumptionKind = "no-unique"
	// NoTarget: the conflict clause does not cover the key that collides. Without a schema there is no finding.
	NoTarget AssumptionKind = "no-target"
	// HasUnique: a unique key over some of the columns refuses a second row. Without a schema the finding stands, less sure; where
	// there is no such key it falls.
	HasUnique AssumptionKind = "has-unique"
	// Unrefused: no unique key over some of the columns refuses a second row. Where there is one the finding falls; without a schema it stands.
	Unrefused AssumptionKind = "unrefused"
	// Unenforced: no unique key has the columns in it. Only where the table is known to have none the finding stands.
	Unenforced AssumptionKind = "unenforced"
	// Unkeyed: no unique key lies within the columns, so that a row is stored twice. Where there is one, the finding falls.
	Unkeyed AssumptionKind = "unkeyed"
)

// Compare orders findings by package, file, line, column, rule and message.
func (f *Finding) Compare(g *Finding) int {
	return cmp.Or(
		cmp.Compare(f.At.Pkg, g.At.Pkg), cmp.Compare(f.At.File, g.At.File),
		cmp.Compare(f.At.Line, g.At.Line), cmp.Compare(f.At.Column, g.At.Column),
		cmp.Compare(f.Rule, g.Rule), cmp.Compare(f.Message, g.Message))
}
