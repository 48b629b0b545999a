// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"os"
	"os/exec"
)

// Whether Do acts outside is known to those who implement it.
type action interface {
	Do(ctx context.Context) (string, error)
}

func perform(ctx context.Context, db *sql.DB, a action) error {
	out, err := a.Do(ctx) // miss: IDV501 no implementation is in sight
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `insert into performed (result) values (?)`, out)
	return err
}

// A program that is started can do anything.
func run(ctx context.Context, db *sql.DB, file string) error {
	if err := exec.CommandContext(ctx, "lp", file).Run(); err != nil { // miss: IDV501 what a program does is not read
		return err
	}
	_, err := db.ExecContext(ctx, `insert into printed (file) values (?)`, file)
	return err
}

// The record is a file, whose name is all that says so.
func journal(ctx context.Context, a action, path string) error {
	out, err := a.Do(ctx) // miss: IDV501 a journal of one's own is no store that is known
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(out), 0o600)
}
