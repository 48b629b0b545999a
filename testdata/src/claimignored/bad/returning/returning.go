// Package returning asks the database for the row that was inserted. No row is the sign that the claim was lost.
package returning

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"net/smtp"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type invitations struct{ db *sql.DB }

// id is 0 for an invitation that is there, and nobody asks.
func (i *invitations) id(ctx context.Context, team, mail string) (int64, error) {
	var id int64
	err := i.db.QueryRowContext(ctx, `INSERT INTO invitations (team, mail) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id`, team, mail).Scan(&id) // want "IDV308: .*invitations"
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

func (i *invitations) invite(w http.ResponseWriter, r *http.Request) {
	mail := r.FormValue("mail")
	if _, err := i.id(r.Context(), r.PathValue("team"), mail); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	if err := smtp.SendMail("mail.team.example:25", nil, "team@team.example", []string{mail}, []byte("Join us!")); err != nil {
		http.Error(w, "try again", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

// seats books the next free seat. That there is none does not stop the booking.
func seats(ctx context.Context, db *pgxpool.Pool, show, guest string) error {
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		var seat string
		err := tx.QueryRow(ctx, `UPDATE seats SET guest = $2 WHERE show = $1 AND guest IS NULL AND number = 1 RETURNING number`, show, guest).Scan(&seat) // want "IDV308: .*seats"
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO invoices (guest, seat) VALUES ($1, $2)`, guest, seat)
		return err
	})
}
