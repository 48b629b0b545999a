// Package refunds writes down what it is going to give back, under the key that it sends.
package refunds

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/plutov/paypal/v4"
	"github.com/stripe/stripe-go/v84"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
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

// capture refunds a capture whole. The key is the capture: there is only one whole refund.
func (o *office) capture(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "capture")
	res, err := o.paypal.RefundCaptureWithPaypalRequestId(r.Context(), id, paypal.RefundCaptureRequest{NoteToPayer: "sorry"}, "refund-"+id)
	if err == nil {
		_, err = o.refunds.UpdateOne(r.Context(), bson.M{"_id": id}, bson.M{"$set": bson.M{"refund": res.ID, "state": res.Status}}, options.UpdateOne().SetUpsert(true))
	}
	answer(w, err)
}

func (o *office) card(w http.ResponseWriter, r *http.Request) {
	var in struct{ Cents int64 }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, "what?", http.StatusBadRequest)
		return
	}
	it := refund{Key: uuid.NewString(), Payment: chi.URLParam(r, "payment"), Cents: in.Cents, State: "open"}
	if _, err := o.cards.InsertOne(r.Context(), it); err != nil {
		answer(w, err)
		return
	}
	answer(w, o.back(r.Context(), it))
}

// refund is a document of card_refunds.
type refund struct {
	Key     string `bson:"_id"`
	Payment string `bson:"payment"`
	Cents   int64  `bson:"cents"`
	State   string `bson:"state"`
}

func (o *office) back(ctx context.Context, it refund) error {
	params := &stripe.RefundCreateParams{PaymentIntent: stripe.String(it.Payment), Amount: stripe.Int64(it.Cents)}
	params.SetIdempotencyKey(it.Key)
	res, err := o.stripe.V1Refunds.Create(ctx, params)
	if err != nil {
		return err
	}
	_, err = o.cards.UpdateOne(ctx, bson.M{"_id": it.Key, "state": "open"}, bson.M{"$set": bson.M{"refund": res.ID, "state": "done"}})
	return err
}

// resolve goes on with what is open.
func (o *office) resolve(ctx context.Context) error {
	cur, err := o.cards.Find(ctx, bson.M{"state": "open"})
	if err != nil {
		return err
	}
	var open []refund
	if err := cur.All(ctx, &open); err != nil {
		return err
	}
	var errs []error
	for _, it := range open {
		errs = append(errs, o.back(ctx, it))
	}
	return errors.Join(errs...)
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, "not refunded yet", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}
