package schema

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// loadEnt reads ent schemas. They are only parsed: what a helper function returns in place of a list is not seen, and the
// table then stays open.
func (s *Schema) loadEnt(files []*file) {
	for _, f := range files {
		text, err := f.read()
		if err != nil {
			s.Problems = append(s.Problems, f.path+": cannot be read")
			continue
		}
		if !bytes.Contains(text, []byte(`"entgo.io/ent`)) && !bytes.Contains(text, []byte(`"github.com/facebook/ent`)) {
			continue
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, f.path, text, parser.SkipObjectResolution)
		if err != nil {
			s.Problems = append(s.Problems, f.path+": cannot be parsed")
			continue
		}
		for _, m := range entModels(fset, tree, f.path) {
			s.Define(m)
		}
	}
}

// An entType collects what the methods of one schema type say.
type entType struct {
	fset    *token.FileSet
	model   Model
	columns map[string]string // of fields, by the name that indexes use
	edges   map[string]string // columns of edges, those that are known
	links   []chain
	id      string
	indexes []chain
}

func entModels(fset *token.FileSet, tree *ast.File, path string) []Model {
	types := map[string]*entType{}
	var order []string
	for _, d := range tree.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok && embedsSchema(t) {
				line := fset.Position(t.Pos()).Line
				types[t.Name.Name] = &entType{
					fset: fset, id: "id", columns: map[string]string{}, edges: map[string]string{},
					model: Model{Table: plural(gormName(t.Name.Name)), File: path, Line: line},
				}
				order = append(order, t.Name.Name)
			}
		}
	}
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Body != nil && len(f.Recv.List) == 1 {
			if t := types[typeName(f.Recv.List[0].Type)]; t != nil {
				t.method(f)
			}
		}
	}
	var out []Model
	for _, name := range order {
		out = append(out, types[name].close())
	}
	return out
}

func embedsSchema(t *ast.TypeSpec) bool {
	st, ok := t.Type.(*ast.StructType)
	return ok && slices.ContainsFunc(st.Fields.List, func(f *ast.Field) bool {
		sel, ok := f.Type.(*ast.SelectorExpr)
		return ok && len(f.Names) == 0 && sel.Sel.Name == "Schema" && typeName(sel.X) == "ent"
	})
}

func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeName(e.X)
	}
	return ""
}

func (t *entType) method(f *ast.FuncDecl) {
	list, whole := elements(f.Body)
	switch f.Name.Name {
	case "Fields":
		t.model.Open = t.model.Open || !whole
		for _, e := range list {
			t.field(chainOf(e))
		}
	case "Indexes":
		t.model.Open = t.model.Open || !whole
		for _, e := range list {
			t.indexes = append(t.indexes, chainOf(e))
		}
	case "Edges":
		for _, e := range list {
			t.links = append(t.links, chainOf(e))
		}
	case "Mixin":
		t.model.Open = t.model.Open || !whole || slices.ContainsFunc(list, func(e ast.Expr) bool { return !timeMixin(e) })
	case "Annotations":
		for _, e := range list {
			t.annotation(e)
		}
	}
}

func (t *entType) field(c chain) {
	name, ok := texts(c.args)
	if !strings.HasPrefix(c.root, "field.") || !ok || len(name) == 0 {
		t.model.Open = true
		return
	}
	col := name[0]
	if args, ok := c.call("StorageKey"); ok {
		if key, ok := texts(args); ok && len(key) == 1 {
			col = key[0]
		}
	}
	t.columns[name[0]] = col
	if name[0] == "id" {
		t.id = col
	} else if _, unique := c.call("Unique"); unique {
		t.key([]string{col}, c)
	}
}

func (t *entType) key(cols []string, c chain) *Unique {
	t.model.Keys = append(t.model.Keys, Unique{
		Constraint: Constraint{Table: t.model.Table, Columns: cols}, File: t.model.File, Line: c.line(t.fset),
	})
	return &t.model.Keys[len(t.model.Keys)-1]
}

// edge takes the column of an edge where the code tells it: by Field, or by StorageKey(edge.Column("x")).
func (t *entType) edge(c chain) {
	name, ok := texts(c.args[:min(1, len(c.args))])
	if !ok || len(name) == 0 {
		return
	}
	if args, ok := c.call("Field"); ok {
		if f, ok := texts(args); ok && len(f) == 1 {
			t.edges[name[0]] = t.column(f[0])
		}
		return
	}
	args, _ := c.call("StorageKey")
	for _, a := range args {
		if k := chainOf(a); k.root == "edge.Column" {
			if col, ok := texts(k.args); ok && len(col) == 1 {
				t.edges[name[0]] = col[0]
			}
		}
	}
}

func (t *entType) column(field string) string {
	if col, ok := t.columns[field]; ok {
		return col
	}
	return field
}

func (t *entType) annotation(e ast.Expr) {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		c := chainOf(e)
		if name, ok := texts(c.args); ok && len(name) == 1 && c.root == "entsql.Table" {
			t.model.Table = name[0]
		}
		return
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok || typeName(kv.Key) != "Table" {
			continue
		}
		if name, ok := texts([]ast.Expr{kv.Value}); ok {
			t.model.Table = name[0]
		}
	}
}

func (t *entType) close() Model {
	for _, c := range t.links { // after all fields, whatever the order of the methods
		t.edge(c)
	}
	for _, c := range t.indexes {
		t.index(c)
	}
	id := Unique{Constraint: Constraint{Columns: []string{t.id}}, Primary: true, File: t.model.File, Line: t.model.Line}
	t.model.Keys = append([]Unique{id}, t.model.Keys...)
	for i := range t.model.Keys {
		t.model.Keys[i].Table = t.model.Table
	}
	return t.model
}

// index reads index.Fields("a", "b").Edges("c").Unique(). The column of an edge that does not tell it depends on the type
// at its other end: the key is then not known, and the table stays open.
func (t *entType) index(c chain) {
	if c.root == "" {
		t.model.Open = true
	}
	if _, unique := c.call("Unique"); !unique {
		return
	}
	cols, ok := t.indexed(call{strings.TrimPrefix(c.root, "index."), c.args})
	for _, x := range c.calls {
		more, known := t.indexed(x)
		cols, ok = append(cols, more...), ok && known
	}
	if !ok {
		t.model.Open = true
		return
	}
	u := t.key(cols, c)
	if args, _ := c.call("StorageKey"); len(args) == 1 {
		if n, ok := texts(args); ok {
			u.Name = n[0]
		}
	}
	args, _ := c.call("Annotations")
	for _, a := range args {
		if w := chainOf(a); w.root == "entsql.IndexWhere" {
			u.Where = "?"
			if text, ok := texts(w.args); ok && len(text) == 1 {
				u.Where = text[0]
			}
		}
	}
}

// indexed lists the columns that a call adds to an index.
func (t *entType) indexed(c call) ([]string, bool) {
	if c.name != "Fields" && c.name != "Edges" {
		return nil, true
	}
	names, ok := texts(c.args)
	for i, n := range names {
		if c.name == "Fields" {
			names[i] = t.column(n)
		} else if names[i] = t.edges[n]; names[i] == "" {
			return nil, false
		}
	}
	return names, ok
}
