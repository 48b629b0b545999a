package directive

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/model"
)

func read(t *testing.T, src string) ([]model.Directive, []error) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "dir/p.go", "package p\n\n"+src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return Read(fset, []*ast.File{f})
}

func TestRead(t *testing.T) {
	list, errs := read(t, `
// New makes an id.
//
//idemvet:model fresh: random # always
func New() string

//idemvet:model keys: [{at: arg 1, kind: idempotency-key}], sends: {method: POST, irrevocable: payment}
func (c *Client[T]) Charge(amount int, key string) error

// Delivery is a message.
//
//idemvet:model param: redelivered
type Delivery struct {
	//idemvet:model key: dedup-id
	Seen, Known string

	//idemvet:model holds: counter
	Attempt
}

type (
	// Step is run by the engine.
	Step interface {
		//idemvet:model body: replayed
		Run() error
	}
)
`)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var got []string
	for _, d := range list {
		got = append(got, d.About+" "+d.Symbol)
	}
	want := "func New, func Client.Charge, type Delivery, field Delivery.Seen, field Delivery.Known, field Delivery.Attempt, func Step.Run"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p, errs := model.Directives("example.com/p", list)
	if len(errs) > 0 || len(p.Func("Client", "Charge")) != 1 || p.Type("Delivery").Where() != "p.go:14" {
		t.Errorf("%v %+v", errs, p)
	}
}

func TestErrors(t *testing.T) {
	const stray = "it stands in no doc comment of a function, method, type or field of a declared struct"
	for _, c := range []struct{ name, src, want string }{
		{"directive", "//idemvet:modell fresh: random\nfunc F() string", `p.go:3: //idemvet:modell: unknown directive "modell"; did you mean "model"?`},
		{"suppression", "//idemvet:ignore IDV101 -- so\nfunc F()", "p.go:3: //idemvet:ignore: findings cannot be suppressed by comments yet"},
		{"field", "//idemvet:model frehs: random\nfunc F() string", "p.go:3: //idemvet:model: field frehs not found"},
		{"kind", "//idemvet:model fresh: new\nfunc F() string", `p.go:3: //idemvet:model: unknown fresh kind "new"`},
		{"regime", "//idemvet:model param: often\ntype T int", `p.go:3: //idemvet:model: unknown regime "often"`},
		{"nothing", "//idemvet:model\nfunc F()", "p.go:3: //idemvet:model: the row says nothing"},
		{"named", "//idemvet:model func: G, fresh: random\nfunc F() string", "p.go:3: //idemvet:model: it names what it is about; it is about what it stands at, F"},
		{"two rows", "//idemvet:model fresh: random}, {func: G\nfunc F() string", "p.go:3: //idemvet:model: the row goes on behind its end"},
		{"field row", "//idemvet:model key: dedup-id\nfunc F()", "p.go:3: //idemvet:model: key, holds"},
		{"type row", "//idemvet:model fresh: random\ntype T int", "p.go:3: //idemvet:model: param, codes, handle, clause and isolated are for type rows"},
		{"argument", "//idemvet:model keys: [{at: arg 1, kind: dedup-id}]\nfunc F(key string)", "p.go:3: //idemvet:model: arg 1: the function has 1 argument"},
		{"result", "//idemvet:model fresh: random\nfunc F()", "p.go:3: //idemvet:model: result 0: the function has 0 results"},
		{"receiver", "//idemvet:model rewinds: [recv]\nfunc F()", "p.go:3: //idemvet:model: recv: a function has no receiver"},
		{"variable", "//idemvet:model fresh: random\nvar V string", "p.go:3: //idemvet:model: " + stray},
		{"body", "func F() {\n\t//idemvet:model fresh: random\n}", "p.go:4: //idemvet:model: " + stray},
		{"behind", "type T struct {\n\tKey string //idemvet:model key: dedup-id\n}", "p.go:4: //idemvet:model: " + stray},
		{"apart", "//idemvet:model fresh: random\n\nfunc F() string", "p.go:3: //idemvet:model: " + stray},
		{"group", "//idemvet:model param: redelivered\ntype (\n\tT int\n)", "p.go:3: //idemvet:model: " + stray},
		{"inner struct", "type T struct {\n\tIn struct {\n\t\t//idemvet:model key: dedup-id\n\t\tKey string\n\t}\n}", "p.go:5: //idemvet:model: " + stray},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, errs := read(t, c.src)
			if len(list) != 0 || len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), c.want) || strings.Contains(errs[0].Error(), "\n") {
				t.Errorf("got %+v %v, want %s…", list, errs, c.want)
			}
		})
	}
	list, _ := read(t, "//idemvet:model fresh: random\n//idemvet:model fresh: clock\nfunc F() string")
	if p, errs := model.Directives("p", list); len(errs) != 1 || errs[0].Error() != "p.go:4: duplicate row for func F, first in line 3" || len(p.Func("", "F")) != 1 {
		t.Errorf("two rows on one function: %v", errs)
	}
}
