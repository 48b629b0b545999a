// Package lookalikes inserts without a name in code that is not run again, or rows that stand for runs.
package lookalikes

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"os"

	"github.com/hibiken/asynq"
)

// guestbook is written by people. A second entry is a second entry.
type guestbook struct{ db *sql.DB }

func (g *guestbook) sign(w http.ResponseWriter, r *http.Request) {
	if _, err := g.db.ExecContext(r.Context(), `INSERT INTO entries (text) VALUES ($1)`, r.FormValue("text")); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

// load fills an empty table from a file. Each turn is about another line, and a line that fails ends the run.
func load(ctx context.Context, db *sql.DB, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if _, err := tx.ExecContext(ctx, `INSERT INTO proverbs (text) VALUES ($1)`, lines.Text()); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return tx.Commit()
}

// press prints tickets, and keeps a row for each run of the job: what was tried, and how it ended.
type press struct {
	db    *sql.DB
	print func(ctx context.Context, ticket string) error
}

func (p *press) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("ticket:render", p.run)
	return m
}

func (p *press) run(ctx context.Context, task *asynq.Task) error {
	id := string(task.Payload())
	err := p.print(ctx, id)
	n, _ := asynq.GetRetryCount(ctx)
	outcome := fmt.Sprint(err)
	if _, ierr := p.db.ExecContext(ctx, `INSERT INTO render_attempts (ticket, attempt, outcome) VALUES ($1, $2, $3)`, id, n, outcome); ierr != nil {
		return ierr
	}
	return err
}
