package schema

import (
	"regexp"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/sqlshape"
)

var (
	// A schema that is filled in is as good as none: the tables of one folder share it.
	anySchema   = regexp.MustCompile("[\"`]?(?:\\{\\{[^}\n]*\\}\\}|\\$\\{[^}\n]*\\})[\"`]?\\.")
	placeholder = regexp.MustCompile(`\{\{[^}\n]*\}\}|\$\{[^}\n]*\}`)
	// unenforced tells statements for databases to which keys are but a hint: ClickHouse, Redshift, BigQuery.
	unenforced  = regexp.MustCompile(`(?i)mergetree|\b(?:distkey|diststyle|sortkey|not\s+enforced)\b`)
	renameList  = regexp.MustCompile(`(?is)^rename\s+tables?\s+(.*)$`)
	renamePair  = regexp.MustCompile(`(?is)^\s*(\S+)\s+to\s+(\S+)\s*$`)
	renameIndex = regexp.MustCompile(`(?is)^alter\s+index\s+(?:if\s+exists\s+)?(\S+)\s+rename\s+to\s+(\S+)\s*$`)
	dropSchema  = regexp.MustCompile(`(?is)^drop\s+schema\s+(?:if\s+exists\s+)?(\S+)`)
	partWord    = regexp.MustCompile(`(?is)^alter\s+table\s+(?:only\s+)?(\S+)\s+attach\s+partition\s+(\S+)`)
)

// A runner replays files.
type runner struct {
	db    *database
	path  string
	loose bool // the keys of the current statement are not enforced
}

// run replays the statements of a file that change tables. Others are not even read: most files below a repository that end
// in .sql are queries and data.
func (r *runner) run(text string) {
	for _, p := range split(upPart(text)) {
		switch {
		case fold(p.text, "create"), fold(p.text, "alter"), fold(p.text, "drop"):
			if !r.special(p.text) {
				r.declare(p)
			}
		case fold(p.text, "rename"):
			r.renames(p.text)
		default:
			r.doubt(p.text)
		}
	}
}

// doubt keeps a statement that may change keys when it runs: a block, a prepared text, a call.
func (r *runner) doubt(text string) {
	for _, harmless := range []string{"insert", "copy", "comment", "drop"} {
		if fold(text, harmless) {
			return
		}
	}
	low := strings.ToLower(text)
	if strings.Contains(low, "unique") || strings.Contains(low, "primary key") || strings.Contains(low, "drop ") {
		r.db.doubts = append(r.db.doubts, low)
	}
}

// special takes the statements that are about neither a table of that name nor one index.
func (r *runner) special(text string) bool {
	if m := renameIndex.FindStringSubmatch(text); m != nil {
		r.db.renameKey("", clean(m[1]), clean(m[2]))
		return true
	}
	if m := dropSchema.FindStringSubmatch(text); m != nil {
		r.db.dropSchema(clean(m[1]))
		return true
	}
	if m := partWord.FindStringSubmatch(text); m != nil {
		for _, t := range r.db.target(clean(m[2])) {
			t.open = true // the keys of the parent hold within it
		}
		return true
	}
	return false
}

func (r *runner) renames(text string) {
	m := renameList.FindStringSubmatch(text)
	if m == nil {
		return
	}
	for _, pair := range strings.Split(m[1], ",") {
		if m := renamePair.FindStringSubmatch(pair); m != nil {
			r.db.rename(clean(m[1]), clean(m[2]))
		}
	}
}

func clean(name string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune("\"`[]", c) {
			return -1
		}
		return c
	}, strings.ToLower(name))
}

func (d *database) dropSchema(name string) {
	name, _ = splitName(name + ".x")
	for t := range d.tables {
		d.tables[t] = slices.DeleteFunc(d.tables[t], func(t *table) bool { return t.schema == name })
	}
}

func (r *runner) declare(p piece) {
	text := p.text
	if strings.Contains(text, "{") {
		text = anySchema.ReplaceAllString(text, "")
		text = placeholder.ReplaceAllString(text, sqlshape.Hole)
	}
	understood := false
	r.loose = unenforced.MatchString(text)
	for _, s := range sqlshape.Parse(text) {
		switch s.Dialect {
		case sqlshape.Postgres, sqlshape.SQLite, sqlshape.SQLServer, sqlshape.Spanner:
			r.db.shrinks = false
		}
		if s.DDL == nil || s.DDL.Temp {
			continue
		}
		understood = true
		s.Partial = s.Partial && missesKeys(text, s.DDL)
		r.apply(s, p.line)
		if s.Partial {
			r.doubt(text)
		}
	}
	if !understood {
		r.doubt(text)
	}
}

// missesKeys reports whether a text speaks of more keys than were read.
func missesKeys(text string, d *sqlshape.DDL) bool {
	low := strings.ToLower(text)
	n := len(d.Keys)
	for _, c := range d.Changes {
		if c.Op == sqlshape.AddKey {
			n++
		}
	}
	return strings.Count(low, "unique")+strings.Count(low, "primary key") > n
}

func (r *runner) apply(s sqlshape.Statement, line int) {
	d := s.DDL
	switch s.Verb {
	case sqlshape.CreateTable:
		r.createTable(d, s.Partial, line)
	case sqlshape.CreateIndex:
		for _, k := range d.Keys {
			r.db.add(d.Table, r.key(d.Table, k, line), d.IfNotExists)
		}
	case sqlshape.DropTable:
		list := d.Tables
		if len(list) == 0 {
			list = []string{d.Table}
		}
		for _, t := range list {
			r.db.drop(t)
		}
	case sqlshape.DropIndex:
		list := d.Names
		if len(list) == 0 {
			list = []string{d.Name}
		}
		for _, n := range list {
			r.dropIndex(d.Table, n, d.IfExists)
		}
	case sqlshape.AlterTable:
		r.alter(d, line)
	}
}

func (r *runner) dropIndex(table, name string, ifExists bool) {
	if t, index, ok := strings.Cut(name, "@"); ok { // CockroachDB
		table, name = t, index
	}
	r.db.dropKey(table, name, ifExists)
}

func (r *runner) createTable(d *sqlshape.DDL, partial bool, line int) {
	t := &table{file: r.path}
	if t.schema, t.name = splitName(d.Table); t.name == "" {
		return
	}
	t.open = partial
	for _, c := range d.Columns {
		t.cols = append(t.cols, c.Name)
	}
	for _, from := range []string{likeKeys(d), d.PartitionOf} {
		if from == "" {
			continue
		}
		list := r.db.target(from)
		if len(list) != 1 || from == d.PartitionOf {
			t.open = true // a parent can be given keys later, which then hold here
		}
		for _, source := range list {
			t.keys = append(t.keys, source.clone().keys...)
		}
	}
	for _, k := range d.Keys {
		t.keys = append(t.keys, r.key(d.Table, k, line))
	}
	r.db.create(t, d.IfNotExists)
}

func likeKeys(d *sqlshape.DDL) string {
	if d.LikeKeys {
		return d.Like
	}
	return ""
}

// alter applies the changes in order. The keys that follow a column are its own, and come to nothing if the column was there.
func (r *runner) alter(d *sqlshape.DDL, line int) {
	present := ""
	for _, c := range d.Changes {
		own := c.Op == sqlshape.AddKey && c.Key.Name == "" && len(c.Key.Columns) == 1 && c.Key.Columns[0] == present
		if own {
			continue
		}
		present = ""
		if c.Op == sqlshape.AddColumn && r.db.addColumn(d.Table, c.Column.Name) && c.IfExists {
			present = c.Column.Name
		}
		r.change(d, c, line)
	}
}

func (r *runner) change(d *sqlshape.DDL, c sqlshape.Change, line int) {
	switch c.Op {
	case sqlshape.AddKey:
		r.addKey(d.Table, c, line)
	case sqlshape.DropColumn:
		r.db.dropColumn(d.Table, strings.ToLower(c.Name))
	case sqlshape.DropKey:
		r.db.dropKey(d.Table, c.Name, c.IfExists)
	case sqlshape.DropPrimary:
		r.db.dropPrimary(d.Table)
	case sqlshape.RenameTable:
		r.db.rename(d.Table, c.To)
	case sqlshape.RenameColumn:
		r.db.renameColumn(d.Table, strings.ToLower(c.Name), strings.ToLower(c.To))
	case sqlshape.RenameKey:
		r.db.renameKey(d.Table, c.Name, c.To)
	case sqlshape.AlterColumn:
		if c.To != "" {
			r.db.renameColumn(d.Table, strings.ToLower(c.Name), strings.ToLower(c.To))
		}
	}
}
