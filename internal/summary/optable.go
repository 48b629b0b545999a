package summary

import (
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/schema"
	"github.com/idemvet/idemvet/internal/sqlshape"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

type structInfo = types.Struct

// structType is the struct behind a type: pointers and slices are looked through.
func structType(t types.Type) (*structInfo, bool) {
	n := elemType(t)
	if n == nil {
		return nil, false
	}
	st, ok := n.Underlying().(*types.Struct)
	return st, ok
}

// elemType drops pointers and slices.
func elemType(t types.Type) types.Type {
	for range 4 {
		switch u := types.Unalias(t).Underlying().(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			if _, named := types.Unalias(t).(*types.Named); named {
				return t // bson.D and the like are documents
			}
			t = u.Elem()
		default:
			return t
		}
	}
	return t
}

func isMap(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Map)
	return ok
}

// typeAt is the type of a place, or nil.
func (w *function) typeAt(l flow.Loc) types.Type {
	t := l.Root.Type()
	sel := l.Sel
	for sel != "" {
		if sel[0] != '.' {
			return nil
		}
		name := firstField(sel)
		st, ok := structType(t)
		if !ok || name == "" {
			return nil
		}
		found := false
		for i := range st.NumFields() {
			if st.Field(i).Name() == name {
				t, found = st.Field(i).Type(), true
			}
		}
		if !found {
			return nil
		}
		sel = sel[len(name)+1:]
	}
	return t
}

// tagKeys are the struct tags in which libraries keep the names of columns and attributes, in the order in which they count.
var tagKeys = []string{"db", "gorm", "bun", "pg", "xorm", "bson", "dynamodbav", "spanner", "firestore"}

// columnName is the column of a struct field; skip is set for one that is not stored.
func columnName(field string, tag reflect.StructTag) (name string, skip bool) {
	for _, k := range tagKeys {
		v, ok := tag.Lookup(k)
		if !ok {
			continue
		}
		if v == "-" {
			return "", true
		}
		switch k {
		case "gorm":
			for _, part := range strings.Split(v, ";") {
				if col, ok := strings.CutPrefix(strings.TrimSpace(part), "column:"); ok {
					return strings.ToLower(col), false
				}
			}
		case "xorm":
			if i := strings.IndexByte(v, '\''); i >= 0 {
				if j := strings.IndexByte(v[i+1:], '\''); j > 0 {
					return strings.ToLower(v[i+1 : i+1+j]), false
				}
			}
		default:
			if first, _, _ := strings.Cut(v, ","); first != "" && !strings.Contains(first, ":") {
				return strings.ToLower(first), false
			}
		}
	}
	return schema.ColumnName(field), false
}

// setTable says which table a value names: by its text, or by the struct type that stands for it.
func (w *function) setTable(o *op, v ssa.Value, sel string) {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	t := v.Type()
	if sel != "" { // a place that the type does not have is one that rows carry a name in
		t = w.typeAt(flow.Loc{Root: w.f.Locate(v).Root, Sel: w.f.Locate(v).Sel + sel})
	}
	if t == nil || textual(t) && !types.IsInterface(elemType(t)) {
		o.tableIn = w.f.Trace(v, sel)
		name := strings.ToLower(constText(o.tableIn))
		if o.Class == model.SQLStore {
			name, _ = sqlshape.TableRef(name) // "accounts a"
		}
		if o.Table = bareTable(name); o.Table != "" {
			o.tableIn = nil
		}
		return
	}
	w.b.recordTable(o, elemType(t))
}

// recordTable says which table a record type stands for. Of a generic store, each instance knows.
func (b *builder) recordTable(o *op, t types.Type) {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		o.OfParam = p.Index() + 1
		return
	}
	if n := ssapkg.Named(t); n != nil {
		if _, ok := n.Underlying().(*types.Struct); ok {
			o.Table, o.Record = b.tableOf(n), n.Obj().Name()
			if m, ok := b.modelOf(n); ok {
				if !strings.HasPrefix(o.Table, typePrefix) {
					o.Table = strings.ToLower(bareTable(m.Table)) // as the tags say, or the library's way of naming
				}
				for _, k := range m.Keys {
					if !k.Unsure && !k.Expr && k.Where == "" {
						o.Keys = append(o.Keys, k.Columns)
					}
				}
			}
		}
	}
}

// tableOf is the table that a struct type stands for: what its TableName method returns, or the name that the type's name
// makes. A method that is not seen leaves the type's own name, which is no table's.
func (b *builder) tableOf(n *types.Named) string {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, n.Obj().Pkg(), "TableName")
	if m, ok := obj.(*types.Func); ok {
		// Nothing in the package need call the method, so its summary may be yet to come.
		if fn := b.decls[m.Origin()]; fn != nil {
			if text, ok := flow.ConstString(onlyReturn(fn)); ok {
				return strings.ToLower(bareTable(text))
			}
		} else if t, ok := b.object(m); ok {
			for _, r := range t.sum.Results {
				if len(r.From) == 1 && r.From[0].Kind == flow.Const && r.To.Sel == "" {
					return strings.ToLower(bareTable(r.From[0].Text))
				}
			}
		}
		return typePrefix + n.Obj().Name()
	}
	var tags []string
	if st, ok := n.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			tags = append(tags, st.Tag(i))
		}
	}
	return schema.TableName(n.Obj().Name(), tags)
}

// typePrefix begins the name of a table that is known by its type alone.
const typePrefix = "type "

func hasTableName(n *types.Named) bool {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, n.Obj().Pkg(), "TableName")
	_, ok := obj.(*types.Func)
	return ok
}

func elemOfSlice(t types.Type) (types.Type, bool) {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return nil, false
	}
	return s.Elem(), true
}
