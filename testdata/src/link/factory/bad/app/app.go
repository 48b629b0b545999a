// Package app wires the program.
package app

import (
	"github.com/stripe/stripe-go/v84"

	"example.com/cases/link/factory/bad/cards"
	"example.com/cases/link/factory/bad/ledger"
	"example.com/cases/link/factory/bad/payments"
)

// Office opens the office.
func Office(secret, dsn string) (*payments.Office, error) {
	book, err := ledger.Open("pgx", dsn)
	if err != nil {
		return nil, err
	}
	return payments.NewOffice(&cards.Stripe{Client: stripe.NewClient(secret)}, book), nil
}
