package directive

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/model"
)

func read(t *testing.T, src string) ([]model.Directive, []error) {
	t.Helper()
	c := comments(t, src)
	return c.Rows, c.Mistakes
}

func comments(t *testing.T, src string) Comments {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "dir/p.go", "package p\n\n"+src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return Read("example.com/p", fset, []*ast.File{f})
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
		{"nothing called", "//idemvet:retries\nfunc F(n int)", "p.go:3: //idemvet:retries: the function takes no function"},
		{"no parameter", "//idemvet:key order\nfunc F(id string)", `p.go:3: //idemvet:key: name the parameter that is the key, as in //idemvet:key requestID; "order" is none`},
		{"word", "//idemvet:fresh always\nfunc F() string", `p.go:3: //idemvet:fresh: "always" says nothing here; a reason stands behind --`},
		{"place", "//idemvet:fresh\ntype T int", "p.go:3: //idemvet:fresh: it stands at a type; it is for func"},
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

func TestWords(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"//idemvet:fresh\nfunc F() string", "func F fresh: random"},
		{"//idemvet:fresh -- the ticket service counts\nfunc F() string", "func F fresh: random"},
		{"//idemvet:stable\nfunc F() string", "func F stable: true"},
		{"//idemvet:key order\nfunc (c *C) F(_ int, amount, order string)", "func C.F keys: [{at: arg 2, kind: idempotency-key}]"},
		{"//idemvet:retries\nfunc F(n int, do, undo func() error, _ string)", "func F calls: [{at: arg 1, as: retry}, {at: arg 2, as: retry}]"},
		{"//idemvet:once\nfunc F(func())", "func F calls: [{at: arg 0, as: once}]"},
		{"type T struct {\n\t//idemvet:key\n\tRef string\n}", "field T.Ref key: idempotency-key"},
		{"type T struct {\n\t//idemvet:retries\n\tDo func() error\n}", "field T.Do field_calls: retry"},
		{"//idemvet:guarded -- the broker deduplicates\nfunc F()", "func F harmless: true"},
	} {
		rows, errs := read(t, c.src)
		if len(errs) > 0 || len(rows) != 1 || rows[0].About+" "+rows[0].Symbol+" "+rows[0].Text != c.want {
			t.Errorf("%s: %+v %v", c.src, rows, errs)
		}
	}
}

func TestSuppressions(t *testing.T) {
	c := comments(t, `
func (c *Client) Charge() {
	//idemvet:ignore IDV101 -- the line below
	send(one,
		two)
	send(three) //idemvet:ignore idv101, keypii until=2027-01-31 -- this line
	//idemvet:ignore IDV101 -- up to the block
	retry(3,
		func() {
			send(four)
		})
}

//idemvet:ignore IDV101 -- all of it
func all() {
	send(five)
}

type T struct {
	//idemvet:ignore IDV105 -- one field
	Mail string
	Name string //idemvet:ignore IDV105 -- the same
}

//idemvet:idempotent -- the provider knows the order's number
func (c *Client) Refund() {}

//idemvet:file-ignore IDV403 -- one writer
`)
	want := []string{
		"idempotent [] 0-0 (*Client).Refund", // doc comments of functions first
		"ignore [IDV101] 5-7 (*Client).Charge", "ignore [idv101 keypii] 8-8 (*Client).Charge", "ignore [IDV101] 9-11 (*Client).Charge",
		"ignore [IDV101] 16-19 all", "ignore [IDV105] 22-23 ", "ignore [IDV105] 24-24 ", "file-ignore [IDV403] 0-0 ",
	}
	var got []string
	for _, x := range c.Findings {
		got = append(got, fmt.Sprintf("%s %v %d-%d %s", x.Word, x.Rules, x.First, x.Last, x.Within))
		if x.Fault != "" || x.Reason == "" {
			t.Errorf("%+v", x)
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") || len(c.Mistakes) > 0 {
		t.Errorf("got\n%s\nwant\n%s\n%v", strings.Join(got, "\n"), strings.Join(want, "\n"), c.Mistakes)
	}
	if c.Findings[2].Until != "2027-01-31" {
		t.Errorf("%+v", c.Findings[2])
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ comment, want string }{
		{"//idemvet:ignore IDV101", "gives no reason"},
		{"//idemvet:ignore IDV101 --  ", "gives no reason"},
		{"//idemvet:ignore -- why", "names no rule"},
		{"// idemvet:ignore IDV101 -- why", "has a space before it"},
		{"//idemvet:ignore IDV101 until=tomorrow -- why", "has until=tomorrow, which is no day"},
		{"//idemvet:file-ignore IDV101", "gives no reason"},
	} {
		got := comments(t, "func F() {\n\t"+c.comment+"\n\tf()\n}\n")
		if len(got.Findings) != 1 || !strings.HasPrefix(got.Findings[0].Fault, c.want) || len(got.Mistakes) > 0 {
			t.Errorf("%s: %+v", c.comment, got)
		}
	}
	if got := comments(t, "func F() {\n\tf()\n}\n\n//idemvet:ignore IDV101 -- at the end\n"); len(got.Findings) != 1 || got.Findings[0].Fault != "stands where no code is that it could be about" {
		t.Errorf("%+v", got)
	}
	if got := comments(t, "//idemvet:guarded\nfunc F() {}\n"); len(got.Rows) != 0 || len(got.Findings) != 1 || !strings.HasPrefix(got.Findings[0].Fault, "gives no reason") {
		t.Errorf("%+v", got)
	}
	if got := comments(t, "// Words such as idemvet:ignore may stand in prose: idemvet:ignored too.\nfunc F() {}\n"); len(got.Findings) != 0 {
		t.Errorf("%+v", got)
	}
}
