package summary

import (
	"go/types"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/schema"
	"github.com/idemvet/idemvet/internal/sqlshape"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// tables describes the tables that the struct types of this package stand for, by their tags.
func (b *builder) tables() (list []schema.Model) {
	scope := b.pkg.Types.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		if n, ok := tn.Type().(*types.Named); ok {
			if m, ok := b.modelOf(n); ok {
				list = append(list, m)
			}
		}
	}
	return list
}

// modelOf reads the tags of a struct type. Those of imported types are at hand too: tags are part of a type.
func (b *builder) modelOf(n *types.Named) (schema.Model, bool) {
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return schema.Model{}, false
	}
	table := ""
	if t := b.tableOf(n); !strings.HasPrefix(t, typePrefix) && hasTableName(n) {
		table = t
	}
	at := b.pkg.Place(n.Obj().Pos(), n.Obj().Pos())
	return schema.FromStruct(n.Obj().Name(), table, fieldTags(st, 0), at.Pkg+"/"+at.File, at.Line)
}

// maxEmbedded bounds how deep embedded structs are read.
const maxEmbedded = 3

func fieldTags(st *types.Struct, depth int) []schema.FieldTag {
	var list []schema.FieldTag
	for i := range st.NumFields() {
		f := st.Field(i)
		t := schema.FieldTag{Name: f.Name(), Tag: st.Tag(i), Embedded: f.Embedded()}
		t.Type = strings.TrimPrefix(types.TypeString(f.Type(), func(p *types.Package) string { return p.Name() }), "*")
		if n := ssapkg.Named(f.Type()); n != nil && depth < maxEmbedded {
			if inner, ok := n.Underlying().(*types.Struct); ok && (f.Embedded() || strings.Contains(st.Tag(i), "embed")) {
				t.Fields = fieldTags(inner, depth+1)
			}
		}
		list = append(list, t)
	}
	return list
}

// index records an index that a call creates, or several that a list of them describes.
func (r *rowCallOps) index(o op, st *model.Op) {
	if v, sel, ok := r.place(st.Table); ok {
		r.w.setTable(&o, v, sel)
	}
	for i := range maxFields {
		key, unique := nth(st.Key[0], i), nth(*st.Unique, i)
		v, sel, ok := r.place(&key)
		if !ok {
			return
		}
		n := o
		n.cols = r.w.record(v, sel)
		if len(n.cols) == 0 {
			return
		}
		if constText(r.trace(&unique)) == "true" {
			r.w.addOp(n)
		}
		if key == st.Key[0] {
			return
		}
	}
}

// nth puts a number in the place of "any element".
func nth(p model.Place, i int) model.Place {
	p.Sel = strings.Replace(p.Sel, "[*]", index(i), 1)
	return p
}

// indexes records the unique keys that calls create.
func (w *function) indexes() {
	for i := range w.ops {
		o := &w.ops[i]
		table := w.tableName(o)
		if o.Do != model.DoIndex || o.moved || table == "" {
			continue
		}
		u := schema.Unique{Constraint: schema.Constraint{Table: table}, File: o.At.Pkg + "/" + o.At.File, Line: o.At.Line}
		for _, c := range o.cols {
			u.Columns = append(u.Columns, c.name)
		}
		w.b.uniques = append(w.b.uniques, u)
	}
}

// declared records the unique keys that a schema statement in Go code makes.
func (b *builder) declared(st *sqlshape.Statement, file string, line int) {
	if st.DDL == nil || st.Verb != sqlshape.CreateTable && st.Verb != sqlshape.CreateIndex && st.Verb != sqlshape.AlterTable {
		return
	}
	keys := st.DDL.Keys
	for _, c := range st.DDL.Changes {
		if c.Op == sqlshape.AddKey {
			keys = append(keys, c.Key)
		}
	}
	for _, k := range keys {
		if !k.Unique && !k.Primary || len(k.Columns) == 0 {
			continue
		}
		b.uniques = append(b.uniques, schema.Unique{
			Constraint: schema.Constraint{Table: st.DDL.Table, Columns: k.Columns}, Name: k.Name, Primary: k.Primary, Where: k.Where,
			Expr: k.Exprs, Unsure: k.Partial || st.Partial, File: file, Line: line,
		})
	}
}
