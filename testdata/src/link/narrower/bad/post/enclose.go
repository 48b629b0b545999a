package post

import (
	"context"

	"example.com/cases/link/narrower/bad/letters"
)

// Enclose writes a letter.
func (t *table) Enclose(ctx context.Context, v letters.Visa) error {
	_, err := t.db.ExecContext(ctx, `INSERT INTO visa_letters (person) VALUES ($1)`, v.Person)
	return err
}
