package domain

import "time"

// Kinds of events.
const (
	PaymentSucceeded = "payment.succeeded"
	PaymentRefunded  = "payment.refunded"
	PaymentDisputed  = "payment.disputed"
)

// An Event says what became of a payment. Its id is derived from the payment and the state, never drawn.
type Event struct {
	ID       string    `json:"id"`
	Kind     string    `json:"kind"`
	Payment  string    `json:"payment"`
	Merchant string    `json:"merchant"`
	Buyer    string    `json:"buyer"`
	Cents    int64     `json:"cents"`
	At       time.Time `json:"at,omitzero"`
}

// Paid is the event of a payment that succeeded.
func Paid(p Payment) Event {
	return Event{ID: p.ID + ":" + string(Succeeded), Kind: PaymentSucceeded, Payment: p.ID, Merchant: p.Merchant, Buyer: p.Caller, Cents: p.Cents}
}

// Refunded is the event of a refund that went through.
func Refunded(p Payment, r Refund) Event {
	return Event{ID: r.Key() + ":" + string(Succeeded), Kind: PaymentRefunded, Payment: p.ID, Merchant: p.Merchant, Buyer: p.Caller, Cents: -r.Cents}
}

// Disputed is the event of a payment that its buyer wants back.
func Disputed(p Payment) Event {
	return Event{ID: p.ID + ":DISPUTED", Kind: PaymentDisputed, Payment: p.ID, Merchant: p.Merchant, Buyer: p.Caller, Cents: -p.Cents}
}

// A Notice is what a buyer is told about a payment.
type Notice struct {
	Event, Channel string
	Buyer, Payment string
	Text           string
}

// A Contact is how somebody is reached.
type Contact struct{ Email string }

// A Total is what a merchant has taken in on a day, as of a version of the day's book.
type Total struct {
	Merchant string `json:"merchant"`
	Day      string `json:"day"`
	Cents    int64  `json:"cents"`
	Version  int64  `json:"version"`
}

// A Callback is what the processor tells about a charge, as often as it likes.
type Callback struct {
	ID, Payment, Charge string
	Outcome             string
}
