package rows

import (
	"context"
	"database/sql"
	"net/http"
)

// ballots counts who has voted, and the count decides.
type ballots struct{ db *sql.DB }

func (b *ballots) cast(ctx context.Context, motion, member, choice string) (bool, error) {
	n, err := b.count(ctx, motion, member)
	if err != nil || n > 0 {
		return false, err
	}
	_, err = b.db.ExecContext(ctx, // want "IDV301: votes"
		`INSERT INTO votes (motion, member, choice) VALUES ($1, $2, $3)`, motion, member, choice)
	return err == nil, err
}

func (b *ballots) count(ctx context.Context, motion, member string) (n int, err error) {
	err = b.db.QueryRowContext(ctx, `SELECT count(*) FROM votes WHERE motion = $1 AND member = $2`, motion, member).Scan(&n)
	return n, err
}

// vote is an ordinary request: two of them may run at once.
func (b *ballots) vote(w http.ResponseWriter, r *http.Request) {
	added, err := b.cast(r.Context(), r.PathValue("motion"), r.FormValue("member"), r.FormValue("choice"))
	switch {
	case err != nil:
		http.Error(w, "try again", http.StatusInternalServerError)
	case !added:
		http.Error(w, "you have voted", http.StatusConflict)
	default:
		w.WriteHeader(http.StatusCreated)
	}
}

// proxies has one proxy for each member: the old row goes, the new one comes. Two at once delete the same row (or none) and
// insert two.
type proxies struct{ db *sql.DB }

func (p *proxies) appoint(ctx context.Context, member, proxy string) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := revoke(ctx, tx, member); err != nil {
		return err
	}
	if err := grant(ctx, tx, member, proxy); err != nil {
		return err
	}
	return tx.Commit()
}

func revoke(ctx context.Context, tx *sql.Tx, member string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM proxies WHERE member = $1`, member)
	return err
}

func grant(ctx context.Context, tx *sql.Tx, member, proxy string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO proxies (member, proxy) VALUES ($1, $2)`, member, proxy) // want "IDV301: proxies"
	return err
}

// update first, insert when nothing was there: as much a look as a SELECT is.
func (p *proxies) replace(ctx context.Context, member, proxy string) error {
	res, err := p.db.ExecContext(ctx, `UPDATE standins SET proxy = $2 WHERE member = $1`, member, proxy)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		_, err = p.db.ExecContext(ctx, `INSERT INTO standins (member, proxy) VALUES ($1, $2)`, member, proxy) // want "IDV301: standins"
	}
	return err
}
