package rows

import (
	"context"

	"example.com/cases/link/threelayers/bad/customers"
)

// Insert writes a customer.
func (r *Rows) Insert(ctx context.Context, c customers.Customer) error {
	_, err := r.DB.NewInsert().Model(&Row{Number: c.Number, Name: c.Name}).Exec(ctx)
	return err
}
