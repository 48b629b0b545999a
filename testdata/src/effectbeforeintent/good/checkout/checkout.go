// Package checkout writes the order down first. Whatever becomes of the request, the order says what was wanted.
package checkout

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/stripe/stripe-go/v84"
)

type order struct {
	ID       int64
	Customer string `json:"customer"`
	Cents    int64  `json:"cents"`
}

// shop sells bread.
type shop struct {
	db   *sql.DB
	card *stripe.Client
}

// docs:begin effectbeforeintent-good

// buy is one click.
func (s *shop) buy(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		http.Error(w, "what?", http.StatusBadRequest)
		return
	}
	if err := s.open(r.Context(), &o); err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	if err := s.settle(r.Context(), o); err != nil {
		http.Error(w, "we will tell you", http.StatusAccepted)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (s *shop) open(ctx context.Context, o *order) error {
	return s.db.QueryRowContext(ctx, `INSERT INTO bread_orders (customer, cents, state) VALUES ($1, $2, 'open') RETURNING id`, o.Customer, o.Cents).Scan(&o.ID)
}

// settle can be called as often as need be: the key is the order's.
func (s *shop) settle(ctx context.Context, o order) error {
	params := &stripe.PaymentIntentCreateParams{
		Amount:   stripe.Int64(o.Cents),
		Currency: stripe.String("eur"),
		Customer: stripe.String(o.Customer),
		Confirm:  stripe.Bool(true),
	}
	params.SetIdempotencyKey("bread-order-" + strconv.FormatInt(o.ID, 10))
	pi, err := s.card.V1PaymentIntents.Create(ctx, params)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE bread_orders SET state = 'paid', payment = $2 WHERE id = $1 AND state = 'open'`, o.ID, pi.ID)
	return err
}

// resolve runs every minute, and settles what a crash or a timeout has left open.
func (s *shop) resolve(ctx context.Context) error {
	open, err := s.left(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, o := range open {
		errs = append(errs, s.settle(ctx, o))
	}
	return errors.Join(errs...)
}

// docs:end effectbeforeintent-good

func (s *shop) left(ctx context.Context) ([]order, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id, customer, cents FROM bread_orders WHERE state = 'open' AND created < now() - interval '1 minute'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var open []order
	for rows.Next() {
		var o order
		if err := rows.Scan(&o.ID, &o.Customer, &o.Cents); err != nil {
			return nil, err
		}
		open = append(open, o)
	}
	return open, rows.Err()
}
