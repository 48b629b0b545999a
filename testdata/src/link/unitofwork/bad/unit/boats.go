package unit

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// Skipper looks up who rents the boat; nobody is the empty name.
func (b *boats) Skipper(ctx context.Context, boat string) (string, error) {
	var who string
	err := b.tx.QueryRow(ctx, `SELECT skipper FROM rowing_lets WHERE boat = $1`, boat).Scan(&who)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return who, err
}

// Let writes who rents the boat.
func (b *boats) Let(ctx context.Context, boat, skipper string) error {
	_, err := b.tx.Exec(ctx, `INSERT INTO rowing_lets (boat, skipper) VALUES ($1, $2)`, boat, skipper)
	return err
}
