package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// depot is a program that mints a key in a retry loop, in a copy of that too, and looks before it inserts.
var depot = map[string]string{
	"go.mod": "module example.com/depot\n\ngo 1.26\n",
	"charge/charge.go": `package charge

import (
	"context"
	"crypto/rand"
	"net/http"
)

func Charge(ctx context.Context, client *http.Client, url string) (err error) {
	for range 3 {
		req, e := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
		if e != nil {
			return e
		}
		req.Header.Set("Idempotency-Key", rand.Text())
		resp, e := client.Do(req)
		if e == nil {
			return resp.Body.Close()
		}
		err = e
	}
	return err
}
`,
	"orders/orders.go": `package orders

import (
	"context"
	"database/sql"
	"errors"
)

func Place(ctx context.Context, db *sql.DB, tenant, ref string) error {
	var id int64
	err := db.QueryRowContext(ctx, "SELECT id FROM orders WHERE tenant_id = $1 AND external_ref = $2", tenant, ref).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err = db.ExecContext(ctx, "INSERT INTO orders (tenant_id, external_ref) VALUES ($1, $2)", tenant, ref)
	return err
}
`,
}

// with makes a depot, with a copy of the code that charges, and adds files.
func with(t *testing.T, more map[string]string) string {
	t.Helper()
	files := map[string]string{"in/copies/charge.go": strings.Replace(depot["charge/charge.go"], "package charge", "package copies", 1)}
	for _, set := range []map[string]string{depot, more} {
		for name, text := range set {
			files[name] = text
		}
	}
	return write(t, files)
}

// told lists the findings of a run as "file rule severity confidence".
func told(t *testing.T, dir string, args ...string) (list []string, code int) {
	t.Helper()
	stdout, stderr, code := call(t, append([]string{"-C", dir, "--format", "json"}, args...)...)
	var rep struct {
		Findings []struct{ File, Rule, Severity, Confidence, Message string }
	}
	if err := json.Unmarshal([]byte(stdout), &rep); err != nil || code > exitFindings {
		t.Fatalf("%q: exit status %d, %v: %s", args, code, err, stderr)
	}
	for _, f := range rep.Findings {
		text := strings.Join([]string{f.File, f.Rule, f.Severity, f.Confidence}, " ")
		if strings.Contains(f.Message, "stops the second insert") || strings.Contains(f.Message, "the second insert fails") {
			text += ", refused"
		}
		list = append(list, text)
	}
	return list, code
}

func TestSettings(t *testing.T) {
	const charge, copied = "charge/charge.go IDV101 error high", "in/copies/charge.go IDV101 error high"
	const order, sure, refused = "orders/orders.go IDV301 warning medium", "orders/orders.go IDV301 error high", "orders/orders.go IDV301 warning medium, refused"
	tests := []struct {
		name, settings string
		args           []string
		want           []string
		code           int
	}{
		{"none", "", nil, []string{charge, copied, order}, 1},
		{"exclude", "exclude: ['**/copies/**']\n", nil, []string{charge, order}, 1},
		{"exclude a file", "exclude: [charge/charge.go, in]\n", nil, []string{order}, 1},
		{"select", "select: [IDV3]\n", nil, []string{order}, 1},
		{"select, flag", "select: [IDV3]\n", []string{"--select", "IDV1"}, []string{charge, copied}, 1},
		{"ignore", "ignore: [keyinretry]\n", nil, []string{order}, 1},
		{"ignore, flag", "ignore: [keyinretry]\n", []string{"--ignore", "IDV301"}, []string{charge, copied}, 1},
		{"confidence", "confidence: high\n", nil, []string{charge, copied}, 1},
		{"confidence, flag", "confidence: high\n", []string{"--confidence", "medium"}, []string{charge, copied, order}, 1},
		{"severity", "severity: {IDV3: info, IDV301: warning, all: info}\n", []string{"--fail-on", "error"}, []string{
			"charge/charge.go IDV101 info high", "in/copies/charge.go IDV101 info high", "orders/orders.go IDV301 warning medium"}, 0},
		{"fail-on", "fail-on: error\nseverity: {all: warning}\nexclude: [in, charge]\n", nil, []string{order}, 0},
		{"fail-on, flag", "fail-on: error\nseverity: {all: warning}\nexclude: [in, charge]\n", []string{"--fail-on", "warning"}, []string{order}, 1},
		{"unique", "unique: {orders: [[tenant_id, external_ref]]}\nselect: IDV301\n", nil, []string{refused}, 1},
		{"unique, another", "unique: {Orders: [[number]]}\nselect: IDV301\n", nil, []string{sure}, 1},
		{"schema", "schema: sql/keyed.txt\nselect: IDV301\n", nil, []string{refused}, 1},
		{"schema, unkeyed", "schema: ['**/bare.*']\nselect: IDV301\n", nil, []string{sure}, 1},
		{"schema, flag", "schema: sql/keyed.txt\nselect: IDV301\n", []string{"--schema", "sql/bare.txt"}, []string{sure}, 1},
		{"schema and unique", "schema: sql/bare.txt\nunique: {orders: [[external_ref]]}\nselect: IDV301\n", nil, []string{refused}, 1},
		{"strict wins", "confidence: high\nselect: IDV1\n", []string{"--strict", "--ignore", "IDV1"}, []string{order}, 1},
	}
	cache := t.TempDir()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{
				"sql/keyed.txt": "CREATE TABLE orders (id bigint PRIMARY KEY, tenant_id text, external_ref text, UNIQUE (tenant_id, external_ref));\n",
				"sql/bare.txt":  "CREATE TABLE orders (id bigint PRIMARY KEY, tenant_id text, external_ref text);\n",
			}
			if tt.settings != "" {
				files[".idemvet.yml"] = tt.settings
			}
			dir := with(t, files)
			t.Setenv("IDEMVET_CACHE", cache) // settings that are decided after the analysis must not be kept with it
			got, code := told(t, dir, tt.args...)
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") || code != tt.code {
				t.Errorf("exit status %d, want %d; got\n%s", code, tt.code, strings.Join(got, "\n"))
			}
		})
	}
}

// TestHorizon demands that what the user says of repeats shortens no window that the program itself is right about.
func TestHorizon(t *testing.T) {
	claim := `package inbox

import (
	"context"
	"time"

	"example.com/depot/claims"
)

func Handle(ctx context.Context, s *claims.Store, id string, work func() error) error {
	fresh, err := s.Claim(ctx, id, time.Now().Add(24*time.Hour))
	if err != nil || !fresh {
		return err
	}
	return work()
}
`
	store := `package claims

import (
	"context"
	"database/sql"
	"time"
)

type Store struct{ db *sql.DB }

func (s *Store) Claim(ctx context.Context, id string, until time.Time) (bool, error) {
	res, err := s.db.ExecContext(ctx, "INSERT INTO inbox (message_id, expires_at) VALUES ($1, $2) ON CONFLICT (message_id) DO NOTHING", id, time.Now().Add(24*time.Hour))
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
`
	for settings, want := range map[string]int{"": 0, "rules: {IDV601: {horizon: 24h}}\n": 0, "rules: {IDV601: {horizon: 72h}}\n": 1} {
		dir := with(t, map[string]string{"inbox/inbox.go": claim, "claims/claims.go": store, ".idemvet.yml": settings})
		got, _ := told(t, dir, "--select", "IDV601")
		if len(got) != want {
			t.Errorf("%q: %q, want %d findings", settings, got, want)
		}
	}
}

func TestSettingsErrors(t *testing.T) {
	dir := with(t, map[string]string{"bad.yml": "version: 1\nschema: [gone/*.sql]\n", "bad.txt": "linux: GOOS=linux\nwin: GOOS=windows GOFLAGS=-x\n", "none.txt": "# nothing\n", "twice.txt": "a: GOOS=linux\na: GOOS=linux\n", "noname.txt": "GOOS=linux\n", "flag.txt": "a: -race=true\n", "typo.txt": "a: GOSO=linux\n", "os.txt": "a: GOOS=windoes\n", "arch.txt": "a: GOARCH=amd65\n"})
	tests := []struct {
		args []string
		says string
	}{
		{[]string{"--config", "bad.yml"}, "idemvet: bad.yml:2: schema: no file gone/*.sql\n"},
		{[]string{"--schema", "gone/*.sql"}, "idemvet: --schema: no file gone/*.sql\n"},
		{[]string{"--schema", "["}, "idemvet: --schema: bad pattern \"[\"\n"},
		{[]string{"--matrix", "gone.txt"}, "idemvet: --matrix: cannot read gone.txt: no such file or directory\n"},
		{[]string{"--matrix", "bad.txt"}, "idemvet: bad.txt:2: unknown variable \"GOFLAGS\"; known: GOOS, GOARCH, CGO_ENABLED\n"},
		{[]string{"--matrix", "typo.txt"}, "idemvet: typo.txt:1: unknown variable \"GOSO\"; did you mean \"GOOS\"?\n"},
		{[]string{"--matrix", "os.txt"}, "idemvet: os.txt:1: unknown GOOS \"windoes\"; did you mean \"windows\"?\n"},
		{[]string{"--matrix", "arch.txt"}, "idemvet: arch.txt:1: unknown GOARCH \"amd65\"\n"},
		{[]string{"--matrix", "none.txt"}, "idemvet: none.txt: no build in it; want lines such as \"windows: GOOS=windows -tags=demo\"\n"},
		{[]string{"--matrix", "twice.txt"}, "idemvet: twice.txt:2: two builds are called a\n"},
		{[]string{"--matrix", "noname.txt"}, "idemvet: noname.txt:1: want a name and a colon, as in \"windows: GOOS=windows\"\n"},
		{[]string{"--matrix", "flag.txt"}, "idemvet: flag.txt:1: flag -race cannot be set for one build; only -tags can\n"},
	}
	for _, tt := range tests {
		stdout, stderr, code := call(t, append([]string{"-C", dir}, tt.args...)...)
		if code != exitUsage || stdout != "" || stderr != tt.says {
			t.Errorf("%q: exit status %d, %q\n%swant %s", tt.args, code, stdout, stderr, tt.says)
		}
	}
}

func TestMatrix(t *testing.T) {
	code := depot["charge/charge.go"]
	in := func(build string) string {
		return "//go:build " + build + "\n\n" + strings.Replace(code, "func Charge(", "func Charge"+strings.ToUpper(build[:1])+"(", 1)
	}
	dir := with(t, map[string]string{
		"charge/w_windows.go": strings.Replace(code, "func Charge(", "func ChargeW(", 1), "charge/demo.go": in("demo"), "charge/other.go": in("other"),
		"builds.txt": "# both\nlinux: GOOS=linux GOARCH=amd64\n\nwindows: GOOS=windows GOARCH=arm64 -tags=demo\n",
		"half.txt":   "linux: GOOS=linux\nwindows: GOOS=windows\n", "only/o_linux.go": strings.Replace(code, "package charge", "package only", 1),
	})
	if got, _ := told(t, dir, "--select", "IDV101", "./charge"); len(got) != 1 {
		t.Fatalf("without a matrix: %q", got)
	}
	got, status := told(t, dir, "--select", "IDV101", "--matrix", "builds.txt", "./charge")
	if want := "charge/charge.go charge/demo.go charge/w_windows.go"; status != exitFindings || strings.Join(files(got), " ") != want {
		t.Errorf("exit status %d, %q", status, got)
	}
	meant := strings.Replace(code, "		req.Header", "		//idemvet:ignore IDV101 -- a trial\n		req.Header", 1)
	quiet := with(t, map[string]string{"charge/charge.go": meant, "builds.txt": "a: GOARCH=amd64\nb: GOARCH=arm64\n"})
	if got, _ := told(t, quiet, "--select", "IDV0,IDV101", "--matrix", "builds.txt"); len(got) != 1 { // the copy
		t.Errorf("with a comment: %q", got)
	}
	_, stderr, _ := call(t, "-C", dir, "--matrix", "builds.txt", "--verbose", "./charge")
	if !strings.Contains(stderr, "idemvet: charge/w_windows.go:15:3: IDV101 only in windows\n") || strings.Contains(stderr, "charge/charge.go") {
		t.Error(stderr)
	}
	stdout, stderr, status := call(t, "-C", dir, "--matrix", "half.txt", "--format", "concise", "./only")
	if status != exitIncomplete || !strings.Contains(stdout, "only/o_linux.go:15") || !strings.HasPrefix(stderr, "idemvet: not analysed: in build windows: ") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit status %d\n%s%s", status, stdout, stderr)
	}
}

func files(list []string) (out []string) {
	for _, f := range list {
		name, _, _ := strings.Cut(f, " ")
		out = append(out, name)
	}
	return out
}

// TestMatrixCache demands that builds do not take each other's results.
func TestMatrixCache(t *testing.T) {
	dir := with(t, map[string]string{"builds.txt": "a: GOARCH=amd64\nb: GOARCH=arm\n"})
	t.Setenv("IDEMVET_CACHE", filepath.Join(t.TempDir(), "cache"))
	for _, want := range []string{"0 of them from the cache", "4 of them from the cache"} {
		_, stderr, code := call(t, "-C", dir, "--matrix", "builds.txt", "--stats", "--quiet", "./charge", "./orders")
		if code != exitFindings || !strings.Contains(stderr, "packages: 4 own, "+want) {
			t.Errorf("exit status %d: no %q in %s", code, want, stderr)
		}
	}
	if entries, err := os.ReadDir(os.Getenv("IDEMVET_CACHE")); err != nil || len(entries) == 0 {
		t.Error("nothing was kept", err)
	}
}
