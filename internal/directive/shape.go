package directive

import (
	"fmt"
	"go/ast"

	"github.com/idemvet/idemvet/internal/model"
)

// funcSymbol is a function as a row names it. Type arguments do not count.
func funcSymbol(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	if recv := typeName(d.Recv.List[0].Type); recv != "" {
		return recv + "." + d.Name.Name
	}
	return d.Name.Name
}

// fieldNames lists the names of a field; an embedded one is named after its type.
func fieldNames(f *ast.Field) []string {
	if len(f.Names) == 0 {
		return []string{typeName(f.Type)}
	}
	var names []string
	for _, n := range f.Names {
		names = append(names, n.Name)
	}
	return names
}

func typeName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return typeName(x.X)
	case *ast.ParenExpr:
		return typeName(x.X)
	case *ast.IndexExpr:
		return typeName(x.X)
	case *ast.IndexListExpr:
		return typeName(x.X)
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// fits checks that a function has the places that a row speaks of. Model files are proven against the libraries in
// another way; here the signature is at hand.
func fits(e *model.Entry, sig *ast.FuncType, method bool) error {
	params, results := count(sig.Params), count(sig.Results)
	for _, p := range e.Places() {
		switch {
		case p.Root == model.Recv && !method:
			return fmt.Errorf("%s: a function has no receiver", p.Short())
		case p.Root == model.Arg && p.Index >= params:
			return fmt.Errorf("%s: the function has %d %s", p, params, plural(params, "argument"))
		case p.Root == model.Result && p.Index >= results:
			return fmt.Errorf("%s: the function has %d %s", p, results, plural(results, "result"))
		}
	}
	return nil
}

func count(list *ast.FieldList) int {
	if list == nil {
		return 0
	}
	return list.NumFields()
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
