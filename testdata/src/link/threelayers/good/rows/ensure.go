package rows

import (
	"context"

	"example.com/cases/link/threelayers/good/customers"
)

// Ensure writes a customer unless the number is known.
func (r *Rows) Ensure(ctx context.Context, c customers.Customer) error {
	_, err := r.DB.NewInsert().Model(&Row{Number: c.Number, Name: c.Name}).On("CONFLICT (number) DO NOTHING").Exec(ctx)
	return err
}
