package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// parcels has a line for each answer of why. It needs the standard library and an unknown package alone.
var parcels = map[string]string{
	"app/go.mod": "module example.com/parcels\n\ngo 1.26\n\nrequire example.com/tokens v1.0.0\n\nreplace example.com/tokens => ../tokens\n",
	"app/send/send.go": `package send

import (
	"crypto/rand"
	"net/http"
	"net/url"

	"example.com/tokens"
)

func set(r *http.Request, key string) {
	r.Header.Set("Idempotency-Key", key) // line 12: a parameter
}

func attempt(c *http.Client, r *http.Request) error {
	r.Header.Set("Idempotency-Key", rand.Text()) // line 16: called in the retry loop
	resp, err := c.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func retry(c *http.Client, r *http.Request) (err error) {
	key := rand.Text()
	set(r, key)
	for range 3 {
		r.Header.Set("Idempotency-Key", key) // line 28: made before
		r.Header.Set("Client-Token", tokens.Next()) // line 29: unknown
		if err = attempt(c, r); err == nil { // line 30
			return nil
		}
	}
	return err
}

func all(c *http.Client, list []*http.Request) {
	for _, r := range list {
		r.Header.Set("Idempotency-Key", rand.Text()) // line 39: new work
		_ = attempt(c, r)
	}
}

// Nothing is here. line 44
var _, _ = retry, all

// Post is called by others.
func Post(form url.Values) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = http.PostForm("https://example.com/parcels", form); err == nil { // line 50
			return resp, nil
		}
	}
	return nil, err
}
`,
	"app/send/plan9.go": "//go:build never\n\npackage send\n",
	"app/bad/bad.go":    "package bad\n\nvar x int = \"a\"\n",
	"tokens/go.mod":     "module example.com/tokens\n\ngo 1.26\n",
	"tokens/tokens.go":  "package tokens\n\nfunc Next() string { return \"\" }\n",
}

func TestWhy(t *testing.T) {
	dir := filepath.Join(write(t, parcels), "app")
	tests := []struct {
		pos string
		has []string
	}{
		{"send/send.go:12", []string{"in set\n", "recv[arg 0] holds what arg 1 held", "value: the parameter key: decided by callers", "no replay region contains this line", "  key is a parameter: decided by callers\n"}},
		{"send/send.go:16:2", []string{"in a retry loop (send/send.go:27), which calls attempt", "made by rand.Text at send.go:16", "finding: error: Idempotency-Key gets a new value"}},
		{"send/send.go:50", []string{"in a retry loop", "sends a request", "  whether the request bears a key is decided by callers\n"}},
		{"send/send.go:28", []string{"in a retry loop (send/send.go:27)\n", "value is made once at send.go:25, before the loop"}},
		{"send/send.go:29", []string{"tokens.Next: unknown (no row describes it", "value: unknown because tokens.Next is unknown", "no finding, because:\n  value is unknown because tokens.Next is unknown"}},
		{"send/send.go:39", []string{"no replay region contains this line", "the loop at send.go:38 is no replay region", "no finding"}},
		{"send/send.go:44", []string{"calls: none", "events: none", "no finding, because:\n  nothing on this line is known to matter"}},
	}
	for _, tt := range tests {
		for range 2 { // the second run meets what the first kept
			stdout, stderr, code := call(t, "why", "-C", dir, tt.pos)
			if code != exitClean || stderr != "" {
				t.Fatalf("%s: exit status %d, %q", tt.pos, code, stderr)
			}
			for _, has := range tt.has {
				if !strings.Contains(stdout, has) {
					t.Errorf("%s: no %q in\n%s", tt.pos, has, stdout)
				}
			}
		}
	}
}

// TestWhyWork asks about a loop over messages, and tells a mistake in a directive beside the answer.
func TestWhyWork(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod": "module example.com/inbox\n\ngo 1.26\n",
		"inbox.go": `package inbox

import "crypto/rand"

//idemvet:model param: redelivered
type parcel struct{ from string }

//idemvet:model keys: [{at: arg 0, kind: message-id}]
func forward(id string) {}

//idemvet:model fresh: random
var seen int

func serve(in chan parcel) {
	for range in {
		forward(rand.Text()) // line 16
	}
}

var _ = serve
`,
	})
	stdout, stderr, code := call(t, "why", "-C", dir, "inbox.go:16")
	for _, has := range []string{"arg 0 is an identity (message-id) (inbox.go:8)", "delivered again after a failure: it handles inbox.parcel (inbox.go:14)", "finding: "} {
		if !strings.Contains(stdout, has) {
			t.Errorf("no %q in\n%s", has, stdout)
		}
	}
	if code != exitIncomplete || !strings.Contains(stderr, "inbox.go:11: //idemvet:model: it stands in no doc comment") {
		t.Errorf("exit status %d, %q", code, stderr)
	}
}

// TestWhySuppressed asks about lines that a comment speaks for.
func TestWhySuppressed(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod": "module example.com/inbox\n\ngo 1.26\n",
		"inbox.go": `package inbox

import "crypto/rand"

//idemvet:model keys: [{at: arg 0, kind: message-id}]
func forward(id string) error { return nil }

func twice() (err error) {
	for range 2 {
		//idemvet:ignore IDV101 -- the other side counts
		if err = forward(rand.Text()); err == nil { // line 11
			return nil
		}
	}
	return err
}

//idemvet:guarded -- the caller holds the lock
func guarded() (err error) {
	for range 2 {
		if err = forward(rand.Text()); err == nil { // line 21
			return nil
		}
	}
	return err
}

var _, _ = twice, guarded
`,
	})
	for pos, has := range map[string]string{
		"inbox.go:11": "[IDV101]\n  suppressed at inbox.go:10: the other side counts\n",
		"inbox.go:21": "no finding, because:\n  guarded is said to be guarded at inbox.go:18: the caller holds the lock\n",
	} {
		stdout, stderr, code := call(t, "why", "-C", dir, pos)
		if code != exitClean || stderr != "" || !strings.Contains(stdout, has) {
			t.Errorf("%s: exit status %d, %q, no %q in\n%s", pos, code, stderr, has, stdout)
		}
	}
}

func TestWhyErrors(t *testing.T) {
	dir := filepath.Join(write(t, parcels), "app")
	tests := []struct {
		pos, says string
		code      int
	}{
		{"send/send.go:99", "idemvet: send/send.go:99: the file has 55 lines\n", exitUsage},
		{"send/send.go:0", "idemvet: send/send.go:0: the file has 55 lines\n", exitUsage},
		{"send/send.go", "idemvet: send/send.go is no position in a Go file: want FILE:LINE, such as pay/client.go:36\n", exitUsage},
		{"send/gone.go:3", "idemvet: send/gone.go: no such file or directory\n", exitUsage},
		{"send/plan9.go:1", "idemvet: send/plan9.go is not part of the build: see its build constraints, and --tags\n", exitUsage},
		{"bad/bad.go:3", "bad.go:3:13: ", exitIncomplete},
	}
	for _, tt := range tests {
		stdout, stderr, code := call(t, "why", "-C", dir, tt.pos)
		if code != tt.code || stdout != "" || !strings.Contains(stderr, tt.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit status %d\nstdout %q\nstderr %q\nwant   %q", tt.pos, code, stdout, stderr, tt.says)
		}
	}
	if stdout, _, code := call(t, "why", "--help"); code != exitClean || !strings.Contains(stdout, "idemvet why pay/client.go:36") {
		t.Errorf("no examples: %q", stdout)
	}
}
