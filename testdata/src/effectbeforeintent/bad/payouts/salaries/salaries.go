// Package salaries pays people through another package, and books what was paid.
package salaries

import (
	"context"

	"github.com/uptrace/bun"

	"example.com/cases/effectbeforeintent/bad/payouts/bank"
)

// Salary is a row of salaries.
type Salary struct {
	bun.BaseModel `bun:"table:salaries"`

	ID     int64 `bun:",pk,autoincrement"`
	Person string
	Amount string
	Number string
}

// Service pays.
type Service struct {
	DB   *bun.DB
	Bank *bank.Client
}

// Pay pays one salary when somebody presses the button.
func (s *Service) Pay(ctx context.Context, person, iban, amount string) error {
	number, err := s.Bank.Transfer(ctx, iban, amount) // want "IDV501: .*Transfer"
	if err != nil {
		return err
	}
	return s.book(ctx, &Salary{Person: person, Amount: amount, Number: number})
}

func (s *Service) book(ctx context.Context, row *Salary) error {
	_, err := s.DB.NewInsert().Model(row).Exec(ctx)
	return err
}
