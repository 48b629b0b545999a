package schema

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// A layer is one place that describes tables: a folder of SQL, or of Go files with structs.
type layer struct {
	*database
	name   string
	folder string // slash path below the root, for models below the import path's
	model  bool   // made of structs or ent schemas
}

// Load reads the SQL and the ent schemas below the roots. It never fails on content: a file that cannot be read or
// understood is skipped, and Problems tells it. The error is for roots that are no directories.
func Load(roots ...string) (*Schema, error) {
	f, err := find(roots)
	if err != nil {
		return nil, err
	}
	return f.load(), nil
}

// LoadFiles is Load with these SQL files, given by their absolute names, instead of those below the root. Of what is found in
// folders, the ent schemas remain.
func LoadFiles(root string, files []string) (*Schema, error) {
	f, err := find([]string{root})
	if err != nil {
		return nil, err
	}
	f.sql, f.code, f.problems = nil, nil, nil
	for _, name := range files {
		if err := f.add(root, name); err != nil {
			return nil, err
		}
	}
	f.trim()
	return f.load(), nil
}

// load reads what was found.
func (f *finder) load() *Schema {
	s := &Schema{Problems: f.problems}
	for _, dir := range folders(f.sql, f.code) {
		s.loadFolder(dir)
	}
	s.loadEnt(f.ent)
	slices.Sort(s.Problems)
	s.Problems = slices.Compact(s.Problems)
	return s
}

func (s *Schema) loadFolder(dir *folder) {
	db := newDatabase()
	db.plain = dir.plain
	for _, f := range dir.files {
		text, err := f.read()
		switch {
		case err != nil:
			s.Problems = append(s.Problems, f.path+": cannot be read")
		case bytes.IndexByte(text[:min(len(text), 1<<12)], 0) >= 0:
			s.Problems = append(s.Problems, f.path+": skipped, not a text in UTF-8")
		case tells(text):
			(&runner{db: db, path: f.path}).run(string(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))))
		}
	}
	if db.empty() {
		return
	}
	for _, f := range dir.code {
		if text, err := f.read(); err == nil {
			db.doubts = append(db.doubts, strings.ToLower(string(text)))
		}
	}
	s.layers = append(s.layers, &layer{database: db, name: dir.name, folder: runDir(dir.files[0].path)})
}

func (d *database) empty() bool {
	return len(d.tables) == 0 && len(d.foreign) == 0 && len(d.touched) == 0 && len(d.dropped) == 0 && len(d.doubts) == 0
}

// tells reports whether a text can change a schema. Most files of queries do not, and are not cut up.
func tells(text []byte) bool {
	for _, w := range []string{"create", "alter", "drop", "rename"} {
		if containsFold(text, w) {
			return true
		}
	}
	return false
}

// containsFold looks for a lower-case word in any case.
func containsFold(text []byte, word string) bool {
	lower, upper := word[0], word[0]-'a'+'A'
	for i := 0; i+len(word) <= len(text); i++ {
		if c := text[i]; (c == lower || c == upper) && strings.EqualFold(string(text[i:i+len(word)]), word) {
			return true
		}
	}
	return false
}

// Model is what a struct says about its table.
type Model struct {
	Table string
	Keys  []Unique
	// Open: the struct may have keys that are not among Keys, such as those of an embedded struct that was not seen.
	Open bool
	File string
	Line int
}

// Define records the table of a tagged struct. Structs are weaker than SQL: where files define the table too, a key that only
// the struct has may never have been created. Structs of one folder that share a table complete each other; of several
// folders, they are alternatives.
func (s *Schema) Define(m Model) {
	name := "\x00model " + path.Dir(m.File)
	i := slices.IndexFunc(s.layers, func(l *layer) bool { return l.name == name })
	if i < 0 {
		i = len(s.layers)
		s.layers = append(s.layers, &layer{database: newDatabase(), name: name, folder: path.Dir(m.File), model: true})
	}
	l := s.layers[i]
	t := &table{}
	if t.schema, t.name = splitName(m.Table); t.name == "" {
		return
	}
	l.create(t, true)
	for _, t := range l.target(m.Table) {
		t.open = t.open || m.Open
		for _, u := range m.Keys {
			t.keys = append(t.keys, keyOf(u))
		}
	}
}

func keyOf(u Unique) *key {
	k := &key{
		name: strings.ToLower(u.Name), where: u.Where, unique: true, primary: u.Primary,
		exprs: u.exprs, unsure: u.Unsure || u.Expr && len(u.exprs) == 0, file: u.File, line: u.Line,
	}
	for _, c := range u.Columns {
		k.cols = append(k.cols, strings.ToLower(c))
	}
	return k
}
