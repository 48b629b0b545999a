package rows

import (
	"context"
	"database/sql"
	"strings"
)

// ballots lives in SQLite, whose driver names the index in the text of its error.
type ballots struct{ db *sql.DB }

func (b *ballots) voted(ctx context.Context, motion, member string) bool {
	var one int
	err := b.db.QueryRowContext(ctx, `SELECT 1 FROM votes WHERE motion = ? AND member = ?`, motion, member).Scan(&one)
	return err == nil
}

func (b *ballots) cast(ctx context.Context, motion, member, choice string) (bool, error) {
	if b.voted(ctx, motion, member) {
		return false, nil
	}
	_, err := b.db.ExecContext(ctx, `INSERT INTO votes (motion, member, choice) VALUES (?, ?, ?)`, motion, member, choice)
	if isUnique(err) {
		return false, nil
	}
	return err == nil, err
}

func isUnique(err error) bool {
	return err != nil && strings.Contains(err.Error(), "UNIQUE constraint failed")
}

// proxies has one proxy for each member, by the primary key. The new one takes the place of the old in one statement.
type proxies struct{ db *sql.DB }

func (p *proxies) appoint(ctx context.Context, member, proxy string) error {
	_, err := p.db.ExecContext(ctx, `INSERT INTO proxies (member, proxy) VALUES (?, ?)
		ON CONFLICT (member) DO UPDATE SET proxy = excluded.proxy`, member, proxy)
	return err
}

// replace updates, and what it inserts when there was nothing gives way to a row that came between.
func (p *proxies) replace(ctx context.Context, member, proxy string) error {
	res, err := p.db.ExecContext(ctx, `UPDATE standins SET proxy = ? WHERE member = ?`, proxy, member)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil || n > 0 {
		return err
	}
	_, err = p.db.ExecContext(ctx, `INSERT INTO standins (member, proxy) VALUES (?, ?)
		ON CONFLICT (member) DO UPDATE SET proxy = excluded.proxy`, member, proxy)
	return err
}
