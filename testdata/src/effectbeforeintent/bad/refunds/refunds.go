// Package refunds gives money back, and stores the refund with the number that the provider gave it.
package refunds

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/plutov/paypal/v4"
	"github.com/stripe/stripe-go/v84"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// office gives money back.
type office struct {
	paypal  *paypal.Client
	stripe  *stripe.Client
	refunds *mongo.Collection
	cards   *mongo.Collection
}

func newOffice(p *paypal.Client, s *stripe.Client, db *mongo.Database) *office {
	return &office{paypal: p, stripe: s, refunds: db.Collection("paypal_refunds"), cards: db.Collection("card_refunds")}
}

func (o *office) routes(r chi.Router) {
	r.Post("/captures/{capture}/refund", o.capture)
	r.Post("/cards/{payment}/refund", o.card)
}

func (o *office) capture(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "capture")
	res, err := o.paypal.RefundCapture(r.Context(), id, paypal.RefundCaptureRequest{NoteToPayer: "sorry"}) // want "IDV501: .*RefundCapture"
	if err == nil {
		_, err = o.refunds.InsertOne(r.Context(), bson.M{"_id": res.ID, "capture": id, "state": res.Status})
	}
	answer(w, err)
}

func (o *office) card(w http.ResponseWriter, r *http.Request) {
	var in struct{ Cents int64 }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, "what?", http.StatusBadRequest)
		return
	}
	answer(w, o.back(r.Context(), chi.URLParam(r, "payment"), in.Cents))
}

// back has a key, and forgets it with the process: nobody can ask for this refund again.
func (o *office) back(ctx context.Context, payment string, cents int64) error {
	key := uuid.NewString()
	params := &stripe.RefundCreateParams{PaymentIntent: stripe.String(payment), Amount: stripe.Int64(cents)}
	params.SetIdempotencyKey(key)
	refund, err := o.stripe.V1Refunds.Create(ctx, params) // want "IDV501: .*Create"
	if err != nil {
		return err
	}
	_, err = o.cards.InsertOne(ctx, bson.M{"_id": key, "refund": refund.ID, "cents": cents})
	return err
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, "not refunded", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}
