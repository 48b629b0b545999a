package check_test

import (
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/verify/internal/check"
	"github.com/idemvet/idemvet/verify/internal/lib"
)

// library is a version of the library in testdata, with what it can import.
type library struct {
	*lib.Package
	load check.Loader
}

func loaded(t *testing.T, version string) library {
	t.Helper()
	cache, err := lib.NewCache()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cache.Close() })
	u := lib.OpenDir(cache, lib.NewStd(cache.GOROOT), "example.com/pay", filepath.Join("testdata", version))
	p, err := u.Load("example.com/pay")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range p.Errors {
		t.Fatal(err)
	}
	return library{p, func(path string) (*types.Package, error) {
		other, err := u.Load(path)
		if err != nil {
			return nil, err
		}
		return other.Types, nil
	}}
}

func checkRow(t *testing.T, p library, row string) check.Result {
	t.Helper()
	f, err := model.Parse("pay.yaml", []byte("package: example.com/pay\nversions: \">=v1.0.0\"\nsource: test\nentries:\n  - "+row+"\n"))
	if err != nil {
		t.Fatalf("%s: %v", row, err)
	}
	return check.Entries(p.Types, f.Entries, p.load)
}

// TestRightRows has one row of each kind that is true of the library.
func TestRightRows(t *testing.T) {
	p := loaded(t, "new")
	for _, row := range []string{
		`{func: NewKey, fresh: random}`,
		`{func: New, keys: [{at: arg 0, kind: idempotency-key}], chain: arg 1}`,
		`{func: WithKey, keys: [{at: arg 0, kind: idempotency-key}], flow: [arg 0 -> result.Key, result.Key -> arg 0]}`,
		`{func: WithKey, keys: [{at: result, kind: idempotency-key}]}`,
		`{func: WithNull, keys: [{at: arg 0, kind: idempotency-key}]}`,
		`{func: Do, calls: [{at: arg 1, as: retry, final: Permanent}], needs: (*Client).Charge}`,
		`{func: Wait, calls: [{at: arg 1, as: poll}]}`,
		`{func: Serve, calls: [{at: arg 0, as: redelivered}, {at: arg 0, as: redelivered, methods: true}]}`,
		`{func: Sort, sorts: [arg 0]}`,
		`{func: Send, drains: [arg 0, arg 1], rewinds: [arg 1], content: [arg 0.Body], sends: {method: arg 0.Method, request: arg 0, key: "arg 0.Header[*]"}, repeats: {at: arg 0, count: arg 2}}`,
		`{func: Logf, format: {text: arg 0, args: arg 1}, flow: ["arg 1[*] -> arg 0"], pairs: {at: arg 1, kind: idempotency-key}}`,
		`{func: All, fresh: unstable}`,
		`{func: Watch, fresh: {at: "result[*]", kind: delivery}}`,
		`{func: (*Client).Charge, autokey: {at: arg 1.ClientToken, kind: client-token}, keys: [{at: result, kind: message-id}]}`,
		`{func: (*Client).Charge, flow: [arg 2.Anything -> result, arg 2.Anything -> recv, recv.Region -> result, "recv.* -> result"], marks: redelivered}`,
		`{func: (*Client).Charge, calls: [{at: recv, as: once, methods: true}]}`,
		`{func: Handler.Handle, body: redelivered, keys: [{at: arg 1, kind: message-id}], when: {arg: 1, identity: true}}`,
		`{func: Handler.Close, body: once}`,
		`{func: Closer.Close, body: once}`,
		`{func: base.Close, flow: [recv -> result]}`,
		`{field: [Client.Key, Client.Token, "*Input.ClientToken"], key: client-token}`,
		`{field: Client.Retries, repeat_count: true}`,
		`{field: Client.Decide, repeat_policy: [Permanent], field_calls: attempt-hook}`,
		`{field: Client.Deadline, holds: clock}`,
		`{field: Client.Body, is_content: true, content_key_unless: Key}`,
		`{type: [Client, Handler], param: redelivered}`,
		`{func: (*DB).Get, store: {do: text, class: sql, handle: recv, text: arg 1, args: arg 2, absent: [error ErrNone, error IsTaken, error Fault, error net/http.ErrNoCookie, rows]}}`,
		`{func: (*DB).Put, store: {do: claim, class: kv, table: arg 1, key: [arg 1], value: arg 2, expires: arg 3, unless: [arg 2], lost: [false result, error]}}`,
		`{func: (*DB).Count, store: {do: read, class: sql, absent: [empty result, empty result 1, rows]}}`,
		`{func: (*DB).Begin, store: {do: begin, class: sql, isolation: arg 0.Isolation, serializable: ["6"]}, gives: [{at: result, handle: tx}]}`,
		`{func: (*DB).InTx, calls: [{at: arg 0, as: once, tx: arg 0}]}`,
		`{func: (*DB).InContext, calls: [{at: arg 0, as: once, tx: arg 0}]}`,
		`{func: (*DB).Where, step: {table: arg 0, where: arg 0, args: arg 1, column: arg 0, value: arg 0, values: arg 1, record: arg 0, text: arg 0, clauses: arg 1}}`,
		`{func: (*DB).Where, store: {do: chain, class: sql, chain: recv, absent: [error ErrNone]}}`,
		`{func: IsTaken, is: exists}`,
		`{var: [ErrNone, UniqueViolation], is: missing}`,
		`{type: Fault, is: transient, codes: [{field: Code, is: exists, values: ["23505"]}, {field: Number, is: exists, values: ["1062"]}]}`,
		`{type: Fault, codes: [{field: State, is: exists, values: ["23505"]}]}`,
		`{type: Code, codes: [{field: Name, is: exists, values: [taken]}]}`,
		`{type: OnConflict, clause: {is: conflict, columns: Columns, nothing: DoNothing}}`,
		`{type: [DB, Closer], handle: either, isolated: true}`,
		`{func: New, route: {method: POST, path: arg 0, sub: result}, takes_key: true}`,
		`{func: (*DB).Where, route: {method: arg 0, path: arg 0, sub: result}, answers: 404}`,
		`{var: ErrNone, answers: 404}`,
	} {
		for _, f := range checkRow(t, p, row).Failures {
			t.Errorf("%s\n\t%s: %s", row, f.Symbol, f.Message)
		}
	}
}

// TestWrongRows has rows that say something that is not so. Each must be found, and for the reason given.
func TestWrongRows(t *testing.T) {
	p := loaded(t, "new")
	for _, c := range []struct{ name, row, want string }{
		{"missing function", `{func: NewToken, fresh: random}`, "declares no function NewToken"},
		{"missing type", `{func: (*Server).Charge, fresh: random}`, "declares no type Server"},
		{"missing method", `{func: (*Client).Refund, fresh: random}`, "has no method Refund"},
		{"function in a variable", `{func: Generate, fresh: random}`, "not a function but var Generate"},
		{"type for a function", `{func: Client, fresh: random}`, "not a function but type Client"},
		{"promoted method", `{func: (*Client).Close, flow: [recv -> result]}`, "base declares the method"},
		{"method of an embedded interface", `{func: Handler.Close, flow: [recv -> result]}`, "Closer declares the method"},
		{"alias", `{field: Options.Key, key: dedup-id}`, "alias of example.com/pay/internal/core.Options"},
		{"alias of a parameter type", `{type: Options, param: redelivered}`, "alias of"},
		{"missing parameter type", `{type: Message, param: redelivered}`, "declares no type Message"},
		{"function for a type", `{type: New, param: redelivered}`, "declares no type New"},

		{"argument out of range", `{func: Do, calls: [{at: arg 2, as: retry}]}`, "the last argument is 1"},
		{"result out of range", `{func: NewKey, fresh: {at: result 2, kind: random}}`, "the last result is 1"},
		{"receiver of a function", `{func: New, flow: [recv -> result]}`, "has no receiver"},
		{"no result", `{func: Sort, flow: [arg 0 -> result]}`, "the last result is -1"},
		{"receiver counted as an argument", `{func: (*Client).Charge, flow: [arg 3 -> result]}`, "the last argument is 2"},
		{"missing field in a place", `{func: (*Client).Charge, flow: [arg 1.Token -> result]}`, "has no field Token"},
		{"invented field that nothing else names", `{func: (*Client).Charge, flow: [arg 2.Anything -> result]}`, "opaque.Anything is not declared"},
		{"field of a text", `{func: NewKey, flow: [result.Key -> result]}`, "has no fields"},
		{"field of a list", `{func: Sort, flow: [arg 0.Key -> arg 0]}`, "has no fields"},
		{"elements of a struct", `{func: (*Client).Charge, flow: ["recv[*] -> result"]}`, "has no elements"},
		{"elements of a number", `{func: Send, flow: ["arg 2[*] -> result"]}`, "has no elements"},
		{"element under a missing argument", `{func: Send, flow: ["arg 2 -> arg 0.Header[arg 4]"]}`, "there is no arg 4"},
		{"element under a function", `{func: Do, flow: ["arg 0 -> arg 0[arg 1]"]}`, "is no key"},
		{"what is below a number", `{func: Send, flow: ["arg 2.* -> result"]}`, "has nothing below it"},
		{"condition on a missing argument", `{func: WithKey, when: {arg: 1, identity: true}, flow: [arg 0 -> result]}`, "the last argument is 0"},
		{"condition on a context", `{func: Do, when: {arg: 0, identity: true}, calls: [{at: arg 1, as: retry}]}`, "not a string"},

		{"fresh error", `{func: NewKey, fresh: {at: result 1, kind: random}}`, "not a value that can differ"},
		{"key is a flag", `{func: Send, keys: [{at: arg 3, kind: dedup-id}]}`, "not a key"},
		{"key is a context", `{func: Do, keys: [{at: arg 0, kind: dedup-id}]}`, "not a key"},
		{"key is an error", `{func: Permanent, keys: [{at: arg 0, kind: dedup-id}]}`, "not a key"},
		{"key is a function", `{func: Do, keys: [{at: arg 1, kind: dedup-id}]}`, "not a key"},
		{"key is a channel", `{func: Watch, keys: [{at: result, kind: dedup-id}]}`, "not a key"},
		{"key of a request is a flag", `{func: Send, sends: {method: POST, key: arg 3}}`, "not a key"},
		{"library's own key is a flag", `{func: (*Client).Charge, autokey: {at: arg 1.Dry, kind: client-token}}`, "not a key"},
		{"callback is a text", `{func: New, calls: [{at: arg 0, as: retry}]}`, "not a function"},
		{"callback is an interface", `{func: Send, calls: [{at: arg 1, as: retry}]}`, "not a function"},
		{"methods of a text", `{func: New, calls: [{at: arg 0, as: retry, methods: true}]}`, "not something with methods"},
		{"condition without a result", `{func: Do, calls: [{at: arg 1, as: poll}]}`, "not a condition"},
		{"body of a struct method", `{func: (*Client).Charge, body: redelivered}`, "not an interface method"},
		{"body of a function", `{func: Do, body: redelivered}`, "not an interface method"},
		{"chain is no list", `{func: New, chain: arg 0}`, "not a list"},
		{"pairs are no list", `{func: New, pairs: {at: arg 0, kind: dedup-id}}`, "not a list of names"},
		{"middleware is a text", `{func: NewKey, retrier: true}`, "not middleware"},
		{"reader is a text", `{func: New, drains: [arg 0]}`, "not a reader"},
		{"rewound reader is a number", `{func: Send, rewinds: [arg 2]}`, "not a reader"},
		{"sorted text", `{func: New, sorts: [arg 0]}`, "not a slice"},
		{"content is a flag", `{func: Send, content: [arg 3]}`, "not content"},
		{"method is a number", `{func: Send, sends: {method: arg 2}}`, "not a text"},
		{"request is a number", `{func: Send, sends: {method: POST, request: arg 2}}`, "not an object"},
		{"request body is a context", `{func: Do, sends: {method: POST, body: arg 0}}`, "not content"},
		{"unknown loss", `{func: New, sends: {method: POST, irrevocable: gift}}`, "unknown word"},
		{"count is a flag", `{func: Send, repeats: {at: arg 0, count: arg 3}}`, "not an integer"},
		{"repeating text", `{func: New, repeats: {at: arg 0}}`, "not an object"},
		{"format is a list", `{func: Logf, format: {text: arg 1, args: arg 0}}`, "not a text"},
		{"service config is a number", `{func: Send, service_config: arg 2}`, "not a text"},
		{"inbound error", `{func: NewKey, inbound: [{at: result 1}]}`, "not a value"},
		{"header name is a number", `{func: Send, inbound: [{at: arg 0, name: arg 2}]}`, "not a text"},
		{"query is a flag", `{func: Send, stored: [{at: result, text: arg 3}]}`, "not a text"},
		{"missing marker", `{func: Do, calls: [{at: arg 1, as: retry, marker: Again}]}`, "marker: Again"},
		{"missing final", `{func: Do, calls: [{at: arg 1, as: retry, final: Stop}]}`, "final: Stop"},
		{"missing need", `{func: Do, calls: [{at: arg 1, as: retry}], needs: (*Client).SetRetries}`, "has no method SetRetries"},

		{"missing field", `{field: Client.Token2, key: dedup-id}`, "has no field Token2"},
		{"promoted field", `{field: Client.Region, key: dedup-id}`, "field of the embedded base"},
		{"field of an interface", `{field: Handler.Key, key: dedup-id}`, "not a struct"},
		{"pattern without a match", `{field: "*Input.Token", key: dedup-id}`, "no struct matches"},
		{"pattern with a match that is a flag", `{field: "*Input.Dry", key: dedup-id}`, "not a key"},
		{"key field is a flag", `{field: Client.Verbose, key: dedup-id}`, "not a key"},
		{"key field is a time", `{field: Client.Deadline, key: dedup-id}`, "not a key"},
		{"count field is a text", `{field: Client.Key, repeat_count: true}`, "not an integer"},
		{"policy field is a number", `{field: Client.Retries, repeat_policy: [Permanent]}`, "not a function"},
		{"missing policy", `{field: Client.Decide, repeat_policy: [Default]}`, "declares no function Default"},
		{"hook field is a text", `{field: Client.Key, field_calls: attempt-hook}`, "not a function"},
		{"fresh field is a function", `{field: Client.Decide, holds: counter}`, "not a value that can differ"},
		{"missing sibling", `{field: Client.Key, content_key_unless: Id}`, "has no field Id"},

		{"missing variable", `{var: ErrSome, is: missing}`, "declares no variable or constant ErrSome"},
		{"function for a variable", `{var: NewKey, is: missing}`, "neither a variable nor a constant"},
		{"variable that is no error", `{var: Limit, is: missing}`, "neither an error nor the code"},
		{"list for a variable", `{var: table, is: missing}`, "neither an error nor the code"},
		{"type that is no error", `{type: Client, is: missing}`, "is no error"},
		{"codes of no error", `{type: Client, codes: [{field: Key, is: exists, values: ["1"]}]}`, "is no error"},
		{"method without a code", `{type: Fault, codes: [{field: Unwrap, is: exists, values: ["1"]}]}`, "not a text or number"},
		{"missing code field", `{type: Fault, codes: [{field: Status, is: exists, values: ["1"]}]}`, "has no field Status"},
		{"code field is an error", `{type: Fault, codes: [{field: Cause, is: exists, values: ["1"]}]}`, "not a text or number"},
		{"code is no number", `{type: Fault, codes: [{field: Number, is: exists, values: ["1062", dup]}]}`, "is no number"},
		{"missing clause field", `{type: OnConflict, clause: {is: conflict, columns: Column}}`, "has no field Column"},
		{"missing clause action", `{type: OnConflict, clause: {is: conflict, update: [DoNothing, DoUpdates]}}`, "has no field DoUpdates"},
		{"text as a handle", `{type: ID, handle: tx}`, "is no handle"},
		{"option as isolated", `{type: Option, isolated: true}`, "is no handle"},
		{"missing handle type", `{type: Pool, handle: pool}`, "declares no type Pool"},

		{"statement is a list", `{func: (*DB).Get, store: {do: text, class: sql, text: arg 2}}`, "not a text"},
		{"statement is a context", `{func: (*DB).Get, store: {do: text, class: sql, text: arg 0}}`, "not a text"},
		{"arguments are a text", `{func: (*DB).Put, store: {do: text, class: sql, text: arg 1, args: arg 2}}`, "not a list, map or struct"},
		{"store without that argument", `{func: (*DB).Put, store: {do: read, class: kv, key: [arg 4]}}`, "the last argument is 3"},
		{"store key is a context", `{func: (*DB).Put, store: {do: read, class: kv, key: [arg 0]}}`, "not a key"},
		{"handle is a text", `{func: (*DB).Put, store: {do: read, class: kv, handle: arg 1}}`, "not a handle"},
		{"handle is a context", `{func: (*DB).Put, store: {do: read, class: kv, handle: arg 0}}`, "not a handle"},
		{"table is a duration", `{func: (*DB).Put, store: {do: read, class: kv, table: arg 3}}`, "not a table"},
		{"value is a context", `{func: (*DB).Put, store: {do: put, class: kv, value: arg 0}}`, "not a value"},
		{"lifetime is a text", `{func: (*DB).Put, store: {do: put, class: kv, expires: arg 2}}`, "not a time or duration"},
		{"condition in a missing field", `{func: (*DB).Begin, store: {do: put, class: kv, unless: [arg 0.Level]}}`, "has no field Level"},
		{"chain is a number", `{func: Reset, store: {do: chain, class: sql, chain: arg 0}}`, "not a chain"},
		{"isolation is a duration's field", `{func: (*DB).Put, store: {do: begin, class: sql, isolation: arg 3.Level}}`, "has no fields"},
		{"isolation without a place", `{func: (*DB).Begin, store: {do: begin, class: sql, serializable: ["6"]}}`, "there is no isolation"},
		{"level is no number", `{func: (*DB).Begin, store: {do: begin, class: sql, isolation: arg 0.Isolation, serializable: [high]}}`, "is no number"},
		{"loss is no flag", `{func: (*DB).Put, store: {do: claim, class: kv, lost: [false result 1]}}`, "not a flag"},
		{"missing loss", `{func: (*DB).Put, store: {do: claim, class: kv, lost: [true result 2]}}`, "the last result is 1"},
		{"emptiness of a flag", `{func: (*DB).Put, store: {do: read, class: kv, absent: [empty result 0]}}`, "not a value"},
		{"rows without a result", `{func: Reset, store: {do: update, class: kv, lost: [rows]}}`, "there is no result"},
		{"error without an error", `{func: (*DB).Count, store: {do: read, class: kv, absent: [error]}}`, "no result is or holds an error"},
		{"missing error", `{func: (*DB).Get, store: {do: read, class: kv, absent: [error ErrSome]}}`, "declares no ErrSome"},
		{"variable for an error", `{func: (*DB).Get, store: {do: read, class: kv, absent: [error Limit]}}`, "is no error"},
		{"type for an error", `{func: (*DB).Get, store: {do: read, class: kv, absent: [error Client]}}`, "is no error"},
		{"function for a predicate", `{func: (*DB).Get, store: {do: read, class: kv, absent: [error NewKey]}}`, "is no error"},
		{"missing error elsewhere", `{func: (*DB).Get, store: {do: read, class: kv, absent: [error net/http.ErrSome]}}`, "declares no ErrSome"},
		{"error of a missing package", `{func: (*DB).Get, store: {do: read, class: kv, absent: [error example.com/none.ErrNone]}}`, "there is no example.com/none"},
		{"handler is a text", `{func: New, route: {handler: arg 0}}`, "not a function"},
		{"path is a list", `{func: New, route: {path: arg 1, sub: result}}`, "not a text"},
		{"router in a missing result", `{func: New, route: {sub: result 3}}`, "the last result is"},
		{"status is a text", `{func: New, answers: arg 0}`, "not a number"},
		{"predicate without a flag", `{func: NewKey, is: exists}`, "the result is no flag"},
		{"predicate without an error", `{func: Enabled, is: exists}`, "it looks at no error"},
		{"step that carries nothing on", `{func: Reset, step: {do: read}}`, "carries the chain on"},
		{"condition is a context", `{func: (*DB).Get, step: {where: arg 0}}`, "not a condition"},
		{"table of a step is missing", `{func: (*DB).Where, step: {table: arg 2}}`, "the last argument is 1"},
		{"clauses are a text", `{func: (*DB).Put, step: {clauses: arg 1}}`, "not a value of a type with a clause"},
		{"record is a text", `{func: (*DB).Put, step: {record: arg 1}}`, "not a record"},
		{"piece of a statement is a list", `{func: (*DB).Where, step: {text: arg 1}}`, "not a text"},
		{"handle in an error", `{func: (*DB).Begin, gives: [{at: result 1, handle: tx}]}`, "not a handle"},
		{"handle in a missing result", `{func: (*DB).Begin, gives: [{at: result 2, handle: tx}]}`, "the last result is 1"},
		{"transaction in a missing parameter", `{func: (*DB).InTx, calls: [{at: arg 0, as: once, tx: arg 1}]}`, "the last argument is 0"},
		{"transaction is a number", `{func: (*DB).InContext, calls: [{at: arg 0, as: once, tx: arg 1}]}`, "not a handle or a context"},
		{"transaction in the result", `{func: (*DB).InTx, calls: [{at: arg 0, as: once, tx: result}]}`, "is no parameter"},
		{"transaction of an interface", `{func: Serve, calls: [{at: arg 0, as: once, tx: arg 0}]}`, "whose parameters are not known"},
	} {
		t.Run(c.name, func(t *testing.T) { mustFail(t, p, c.row, c.want) })
	}
}

func mustFail(t *testing.T, p library, row, want string) {
	t.Helper()
	res := checkRow(t, p, row)
	for _, f := range res.Failures {
		if strings.Contains(f.Message, want) {
			return
		}
	}
	t.Errorf("%s\n\tnot found: %s\n\tgot %v", row, want, res.Failures)
}

// TestLowestVersion has rows that hold in the newest version of a range and not in its lowest.
func TestLowestVersion(t *testing.T) {
	old, newest := loaded(t, "old"), loaded(t, "new")
	for _, c := range []struct{ row, want string }{
		{`{func: NewKey, fresh: random}`, "declares no function NewKey"},
		{`{func: New, chain: arg 1}`, "the last argument is 0"},
		{`{field: Client.Retries, repeat_count: true}`, "has no field Retries"},
		{`{field: "*Input.ClientToken", key: client-token}`, "no struct matches"},
	} {
		mustFail(t, old, c.row, c.want)
		if res := checkRow(t, newest, c.row); len(res.Failures) > 0 {
			t.Errorf("%s: %v", c.row, res.Failures)
		}
	}
}
