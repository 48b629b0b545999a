package sharedtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// TestMain lets the test binary be the cache program too.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "cacheprog" {
		if err := serve(os.Args[2], strings.Join(os.Args[3:], " ")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	tooltest.Main(m)
}

// cacheProg is the value of GOCACHEPROG for a store in a directory. The mood is one of serve.
func cacheProg(t *testing.T, dir, mood string) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(fmt.Sprintf("%q cacheprog %q %s", exe, dir, mood))
}

// bank has a finding in one package, one that only the joined program shows in another, and a fix in a third.
var bank = map[string]string{
	"go.mod": "module example.com/bank\n\ngo 1.26\n",
	"ledger/ledger.go": `package ledger

import (
	"context"
	"database/sql"
	"errors"
)

func Withdraw(ctx context.Context, db *sql.DB, account string) error {
	var err error
	for range 3 {
		if _, err = db.ExecContext(ctx, "UPDATE accounts SET balance = balance - 10 WHERE id = $1", account); err == nil {
			return nil
		}
	}
	return errors.Join(errors.New("not withdrawn"), err)
}
`,
	"store/store.go": `package store

import (
	"context"
	"database/sql"
)

type Accounts struct{ DB *sql.DB }

func (a *Accounts) Add(ctx context.Context, account string) error {
	_, err := a.DB.ExecContext(ctx, "UPDATE accounts SET balance = balance + 10 WHERE id = $1", account)
	return err
}
`,
	"desk/desk.go": `package desk

import "context"

type Book interface {
	Add(ctx context.Context, account string) error
}

type Desk struct{ Accounts Book }

func (d *Desk) Deposit(ctx context.Context, account string) error {
	var err error
	for range 3 {
		if err = d.Accounts.Add(ctx, account); err == nil {
			return nil
		}
	}
	return err
}
`,
	"bank.go": `package bank

import (
	"database/sql"

	"example.com/bank/desk"
	"example.com/bank/store"
)

func New(db *sql.DB) *desk.Desk { return &desk.Desk{Accounts: &store.Accounts{DB: db}} }
`,
}

// machine is a checkout with caches of its own.
type machine struct {
	dir string
	env []string
}

// newMachine makes one. Its checkout lies where no other's does.
func newMachine(t *testing.T, files map[string]string, env ...string) *machine {
	t.Helper()
	home := t.TempDir()
	m := &machine{dir: filepath.Join(home, "src"), env: append([]string{"GOWORK=off", "IDEMVET_CACHE=" + filepath.Join(home, "own")}, env...)}
	tooltest.Change(t, m.dir, files)
	return m
}

func (m *machine) idemvet(t *testing.T, args ...string) tooltest.Result {
	t.Helper()
	return tooltest.Execute(t, m.dir, m.env, tooltest.Tool(t), args...)
}

func (m *machine) goTool(t *testing.T, args ...string) tooltest.Result {
	t.Helper()
	return tooltest.Execute(t, m.dir, m.env, "go", args...)
}

// own is the directory of the tool's cache.
func (m *machine) own() string { return filepath.Join(filepath.Dir(m.dir), "own") }
