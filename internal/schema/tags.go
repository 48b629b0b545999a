package schema

import (
	"path"
	"reflect"
	"slices"
	"strings"
)

// FieldTag is a field of a struct that may describe a table.
type FieldTag struct {
	Name     string
	Type     string // as written, without a star: "gorm.Model", "string"
	Tag      string // all of it, without the quotes around
	Embedded bool
	Fields   []FieldTag // of the struct that is the field's type, if it was resolved
	Line     int
}

// FromStruct reads the table and the keys from the tags of a struct, by the rules of the first mapper that has a tag on any
// field: gorm (v1 and v2), bun, go-pg, xorm. The table is the one given (the result of a TableName method), or else the one
// that the mapper's default naming makes of the name. It reports false when no field has such a tag.
func FromStruct(name, tableName string, fields []FieldTag, file string, line int) (Model, bool) {
	var m *mapper
	for i := range mappers {
		if tagged(fields, &mappers[i]) {
			m = &mappers[i]
			break
		}
	}
	if m == nil {
		return Model{}, false
	}
	r := &structReader{mapper: m, groups: map[string]*group{}}
	r.model = Model{Table: tableName, File: file, Line: line}
	r.fields(fields, "")
	if r.model.Table == "" {
		r.model.Table = m.table(name)
	}
	r.close()
	for i := range r.model.Keys {
		k := &r.model.Keys[i]
		k.Table, k.File = r.model.Table, file
	}
	return r.model, true
}

// A mapper is one library's way of writing tags.
type mapper struct {
	keys   []string // of the struct tag
	table  func(string) string
	column func(string) string
	read   func(r *structReader, f *FieldTag, tag, prefix string)
	ids    []string // columns that are the primary key when no tag names one
}

// TableName is the table that a library names after a struct type: the one whose tags the fields have, else gorm and its kin.
func TableName(typeName string, tags []string) string {
	for _, m := range mappers {
		if slices.ContainsFunc(tags, func(tag string) bool { return m.reads(tag) }) {
			return m.table(typeName)
		}
	}
	return pluralised(gormName)(typeName)
}

// ColumnName is the column that most libraries name after a field: UserID becomes user_id.
func ColumnName(field string) string { return gormName(field) }

// The names that xorm makes are those of its GonicMapper: by default a UserID is user_i_d there, which nobody leaves so.
var mappers = []mapper{
	{keys: []string{"gorm", "sql"}, table: pluralised(gormName), column: gormName, read: readGorm, ids: []string{"id"}},
	{keys: []string{"bun"}, table: pluralised(plainSnake), column: plainSnake, read: readBun, ids: []string{"id", "uuid"}},
	{keys: []string{"pg"}, table: pluralised(plainSnake), column: plainSnake, read: readBun, ids: []string{"id", "uuid"}},
	{keys: []string{"xorm"}, table: gormName, column: gormName, read: readXorm, ids: []string{"id"}},
}

func pluralised(name func(string) string) func(string) string {
	return func(s string) string { return plural(name(s)) }
}

// reads reports whether a struct tag is one of the library's.
func (m *mapper) reads(tag string) bool {
	return slices.ContainsFunc(m.keys, func(k string) bool {
		_, ok := reflect.StructTag(tag).Lookup(k)
		return ok
	})
}

func (m *mapper) tag(f *FieldTag) (string, bool) {
	var out []string
	for _, k := range m.keys {
		if v, ok := reflect.StructTag(f.Tag).Lookup(k); ok {
			out = append(out, v)
		}
	}
	return strings.Join(out, ";"), len(out) > 0
}

func tagged(fields []FieldTag, m *mapper) bool {
	for i := range fields {
		f := &fields[i]
		if _, ok := m.tag(f); ok || f.Embedded && (modelID(f.Type) != "" || tagged(f.Fields, m)) {
			return true
		}
	}
	return false
}

// modelID is the primary key of an embedded struct that comes with gorm.
func modelID(typ string) string {
	if typ == "gorm.Model" {
		return "id"
	}
	return ""
}

// A structReader collects what the tags say.
type structReader struct {
	*mapper
	model   Model
	columns []string
	primary []string
	at      int               // line of the primary key
	groups  map[string]*group // by what makes their columns belong together
	order   []string
}

// A group is the columns of one key or index.
type group struct {
	Unique
	index bool // an index, which is no key unless a field says so
	keyed bool
}

func (r *structReader) fields(fields []FieldTag, prefix string) {
	for i := range fields {
		f := &fields[i]
		tag, _ := r.tag(f)
		if first := strings.Trim(tag, "; "); first == "-" || strings.HasPrefix(first, "-:") || strings.HasPrefix(first, "-,") {
			continue
		}
		r.read(r, f, tag, prefix)
	}
}

// embed reads the fields of an embedded struct as the struct's own.
func (r *structReader) embed(f *FieldTag, prefix string) {
	switch id := modelID(f.Type); {
	case len(f.Fields) > 0:
		r.fields(f.Fields, prefix)
	case id != "":
		r.columns = append(r.columns, prefix+id)
		r.primary, r.at = append(r.primary, prefix+id), f.Line
	default:
		r.model.Open = true
	}
}

// group is the one of that id. Ids of different kinds are kept apart by a word in front.
func (r *structReader) group(id, name string, line int) *group {
	g := r.groups[id]
	if g == nil {
		g = &group{Unique: Unique{Name: name, Line: line}}
		r.groups[id] = g
		r.order = append(r.order, id)
	}
	return g
}

// unique adds a column to the key of that name; without a name it is a key of its own.
func (r *structReader) unique(name, col string, line int) *group {
	id := "name " + name
	if name == "" {
		id = "column " + col
	}
	g := r.group(id, name, line)
	g.Columns = append(g.Columns, col)
	return g
}

// close lists the keys. The primary key is the one that the tags name, or the column that the mapper takes by itself.
func (r *structReader) close() {
	if len(r.primary) == 0 {
		for _, id := range r.ids {
			if slices.Contains(r.columns, id) {
				r.primary, r.at = []string{id}, r.model.Line
				break
			}
		}
	}
	if len(r.primary) > 0 {
		r.model.Keys = append(r.model.Keys, Unique{Constraint: Constraint{Columns: r.primary}, Primary: true, Line: r.at})
	}
	for _, id := range r.order {
		if g := r.groups[id]; !g.index || g.keyed {
			r.model.Keys = append(r.model.Keys, g.Unique)
		}
	}
}

// relation reports whether a field holds rows of other tables, so that it is no column.
func relation(f *FieldTag) bool {
	return strings.HasPrefix(f.Type, "[]") && f.Type != "[]byte" || strings.HasPrefix(f.Type, "map[")
}

// baseName is the last part of a qualified type.
func baseName(typ string) string { return strings.TrimPrefix(path.Ext("."+typ), ".") }
