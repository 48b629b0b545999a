// Package schema finds out which unique constraints a program's database has, from what stands in the repository: SQL
// files replayed in migration order, struct tags, and ent schemas.
//
// It answers with three values, and leans to Unknown: a wrong Yes hides a defect, a wrong No accuses code that is right.
package schema

// Constraint is what code assumes or a database promises: no two rows of Table agree in all Columns.
type Constraint struct {
	Table   string
	Columns []string
}

// Unique is one promise found.
type Unique struct {
	Constraint
	Name    string
	Primary bool
	Where   string // the condition of a partial index
	Expr    bool   // over an expression; Columns are then at best those that it reads
	File    string // slash path below the root
	Line    int
}

// Answer is what is known about a promise.
type Answer int

// The answers. Unknown is the zero value.
const (
	Unknown Answer = iota
	Yes
	No
)

func (a Answer) String() string {
	switch a {
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return "unknown"
}

// Schema is what was found. Queries may run at once, but not beside Add and Define.
type Schema struct {
	// Problems are the files, and the parts of files, that were left out, in order.
	Problems []string
}

// Load reads the SQL and the ent schemas below the roots. It never fails on content: a file that cannot be read or
// understood is skipped, and Problems tells it. The error is for roots that are no directories.
func Load(roots ...string) (*Schema, error) { return &Schema{}, nil }

// Add records promises found elsewhere that hold beside those in SQL files, such as the creation of an index in Go code.
func (s *Schema) Add(u ...Unique) {}

// Knows reports whether the table's definition was seen: CREATE TABLE, or a tagged struct.
func (s *Schema) Knows(table string) bool { return false }

// Covers looks for a promise that makes two rows with equal values in cols impossible: a unique, non-partial,
// non-expression key whose columns are a subset of cols. The answer is No when the table is known and has none, and Unknown
// when it is not, or when a key may or may not apply; that key is then returned.
func (s *Schema) Covers(table string, cols []string) (Unique, Answer) { return Unique{}, Unknown }

// Target asks for the target of a conflict clause: a unique key over exactly these columns, in any order. With where, the
// clause has a condition, so that a partial index may serve.
func (s *Schema) Target(table string, cols []string, where bool) (Unique, Answer) {
	return Unique{}, Unknown
}

// Keys lists all promises about a table, sorted.
func (s *Schema) Keys(table string) []Unique { return nil }
