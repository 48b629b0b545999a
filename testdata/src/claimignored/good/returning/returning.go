// Package returning asks the database for the row that was inserted, and takes no row for an answer.
package returning

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errFull = errors.New("no seat is free")

type invitations struct{ db *sql.DB }

// add is 0 for an invitation that is there. The mail about a new one is written with it.
func (i *invitations) add(ctx context.Context, team, mail string) (int64, error) {
	tx, err := i.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }()
	var id int64
	err = tx.QueryRowContext(ctx, `INSERT INTO invitations (team, mail) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id`, team, mail).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO mails_to_send (invitation, text) VALUES ($1, 'Join us!')`, id); err != nil {
		return 0, err
	}
	return id, tx.Commit()
}

func (i *invitations) invite(w http.ResponseWriter, r *http.Request) {
	id, err := i.add(r.Context(), r.PathValue("team"), r.FormValue("mail"))
	if err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	if id == 0 {
		http.Error(w, "invited before", http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

// seats books seat number one, or nothing.
func seats(ctx context.Context, db *pgxpool.Pool, show, guest string) error {
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		var seat string
		err := tx.QueryRow(ctx, `UPDATE seats SET guest = $2 WHERE show = $1 AND guest IS NULL AND number = 1 RETURNING number`, show, guest).Scan(&seat)
		if errors.Is(err, pgx.ErrNoRows) {
			return errFull
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO invoices (guest, seat) VALUES ($1, $2)`, guest, seat)
		return err
	})
}

// member finds or creates: the conflict is answered by the row that is there.
func member(ctx context.Context, db *pgxpool.Pool, club, mail string) (id int64, err error) {
	err = db.QueryRow(ctx, `INSERT INTO members (club, mail) VALUES ($1, $2) ON CONFLICT (club, mail) DO UPDATE SET mail = EXCLUDED.mail RETURNING id`, club, mail).Scan(&id)
	return id, err
}

// captain is whoever came first: the claim is made blindly, and who won it is read afterwards.
func captain(ctx context.Context, db *pgxpool.Pool, game, player string) error {
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO captains (game, player) VALUES ($1, $2) ON CONFLICT (game) DO NOTHING`, game, player); err != nil {
			return err
		}
		var first string
		if err := tx.QueryRow(ctx, `SELECT player FROM captains WHERE game = $1`, game).Scan(&first); err != nil {
			return err
		}
		if first != player {
			return nil
		}
		_, err := tx.Exec(ctx, `UPDATE games SET captain = $2 WHERE id = $1`, game, player)
		return err
	})
}
