// Package eggs keeps what hens have laid.
package eggs

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Egg is one message.
type Egg struct {
	ID   string `json:"id"`
	Hen  string `json:"hen"`
	Gram int    `json:"gram"`
}

// Eggs implements post.Handler.
type Eggs struct{ DB *pgxpool.Pool }

// Handle keeps one egg. Its number is the primary key.
func (e *Eggs) Handle(ctx context.Context, body []byte) error {
	var egg Egg
	if err := json.Unmarshal(body, &egg); err != nil {
		return err
	}
	_, err := e.DB.Exec(ctx, `INSERT INTO hatched_eggs (id, hen, gram) VALUES ($1, $2, $3)`, egg.ID, egg.Hen, egg.Gram)
	return err
}
