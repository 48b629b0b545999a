// Package checkout is the plainest form of the mistake: the card is charged, and the order is written down when the answer is there.
package checkout

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"

	"github.com/stripe/stripe-go/v84"
)

type order struct {
	Customer string `json:"customer"`
	Cents    int64  `json:"cents"`
}

// shop sells bread.
type shop struct {
	db   *sql.DB
	card *stripe.Client
}

// docs:begin effectbeforeintent-bad

// buy is one click.
func (s *shop) buy(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		http.Error(w, "what?", http.StatusBadRequest)
		return
	}
	payment, err := s.charge(r.Context(), o)
	if err != nil {
		http.Error(w, "not paid", http.StatusBadGateway)
		return
	}
	if err := s.save(r.Context(), o, payment); err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (s *shop) charge(ctx context.Context, o order) (string, error) {
	pi, err := s.card.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{ // want "IDV501: .*Create"
		Amount:   stripe.Int64(o.Cents),
		Currency: stripe.String("eur"),
		Customer: stripe.String(o.Customer),
		Confirm:  stripe.Bool(true),
	})
	if err != nil {
		return "", err
	}
	return pi.ID, nil
}

func (s *shop) save(ctx context.Context, o order, payment string) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO bread_orders (customer, cents, payment) VALUES ($1, $2, $3)`, o.Customer, o.Cents, payment)
	return err
}

// docs:end effectbeforeintent-bad
