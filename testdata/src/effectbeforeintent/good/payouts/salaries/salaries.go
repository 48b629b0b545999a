// Package salaries books a salary as planned, pays it under the row's number, and books it as paid.
package salaries

import (
	"context"
	"errors"
	"strconv"

	"github.com/uptrace/bun"

	"example.com/cases/effectbeforeintent/good/payouts/bank"
)

// Salary is a row of salaries.
type Salary struct {
	bun.BaseModel `bun:"table:salaries"`

	ID     int64 `bun:",pk,autoincrement"`
	Person string
	IBAN   string
	Amount string
	Number string
	State  string
}

// Offer is a row of offers.
type Offer struct {
	bun.BaseModel `bun:"table:offers"`

	ID       int64 `bun:",pk,autoincrement"`
	Currency string
	Rate     string
}

// Service pays.
type Service struct {
	DB   *bun.DB
	Bank *bank.Client
}

// Pay pays one salary when somebody presses the button.
func (s *Service) Pay(ctx context.Context, person, iban, amount string) error {
	row := &Salary{Person: person, IBAN: iban, Amount: amount, State: "planned"}
	if _, err := s.DB.NewInsert().Model(row).Exec(ctx); err != nil {
		return err
	}
	return s.finish(ctx, row)
}

func (s *Service) finish(ctx context.Context, row *Salary) error {
	number, err := s.Bank.Transfer(ctx, "salary-"+strconv.FormatInt(row.ID, 10), row.IBAN, row.Amount)
	if err != nil {
		return err
	}
	_, err = s.DB.NewUpdate().Model((*Salary)(nil)).Set("state = 'paid'").Set("number = ?", number).Where("id = ? AND state = 'planned'", row.ID).Exec(ctx)
	return err
}

// Resolve finishes what was planned and not paid.
func (s *Service) Resolve(ctx context.Context) error {
	var planned []Salary
	if err := s.DB.NewSelect().Model(&planned).Where("state = 'planned'").Scan(ctx); err != nil {
		return err
	}
	var errs []error
	for i := range planned {
		errs = append(errs, s.finish(ctx, &planned[i]))
	}
	return errors.Join(errs...)
}

// Quote asks for a rate and stores an offer with it.
func (s *Service) Quote(ctx context.Context, currency string) error {
	rate, err := s.Bank.Rate(ctx, currency)
	if err != nil {
		return err
	}
	_, err = s.DB.NewInsert().Model(&Offer{Currency: currency, Rate: rate}).Exec(ctx)
	return err
}
