// Package domain has the payment, its states, the ids that are derived from it, and the ports of the service.
package domain

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// A State is where a payment or a refund stands.
type State string

// The states. A payment only moves from the first two to the others.
const (
	Pending   State = "PENDING"
	Unknown   State = "UNKNOWN"
	Succeeded State = "SUCCEEDED"
	Failed    State = "FAILED"
	Contested State = "DISPUTED"
)

// A Request is what a buyer asks for: the same tap has the same key.
type Request struct {
	Caller, Key     string
	Order, Merchant string
	Cents           int64
	Currency, Card  string
	Fingerprint     string
}

// Scope names the tap among those of all callers.
func (r Request) Scope() string { return "payments:" + r.Caller + ":" + r.Key }

// A Payment is a row of payments.
type Payment struct {
	ID, Caller, Key, Fingerprint string
	Order, Merchant              string
	Cents                        int64
	Currency, Card               string
	State                        State
	Charge                       string
}

// NewPayment makes the row of a request. Its id is derived, so that every region comes to the same one.
func NewPayment(r Request) Payment {
	return Payment{
		ID: "pay_" + Digest(r.Scope())[:24], Caller: r.Caller, Key: r.Key, Fingerprint: r.Fingerprint,
		Order: r.Order, Merchant: r.Merchant, Cents: r.Cents, Currency: r.Currency, Card: r.Card, State: Pending,
	}
}

// ChargeKey is what the processor knows the charge by.
func (p Payment) ChargeKey() string { return p.ID + ":charge" }

// A Refund gives a part of a payment back. The merchant chooses its reference.
type Refund struct {
	Payment, Reference, Charge string
	Cents                      int64
	State                      State
}

// Key is what the processor knows the refund by: a payment can have several.
func (r Refund) Key() string { return r.Payment + ":refund:" + r.Reference }

// A Payout sends what a merchant has earned to his bank.
type Payout struct {
	ID, Merchant, Reference, IBAN string
	Cents                         int64
}

// NewPayout makes the row of what a merchant asks for under his reference.
func NewPayout(merchant, reference, iban string, cents int64) Payout {
	return Payout{ID: PayoutID(merchant, reference), Merchant: merchant, Reference: reference, IBAN: iban, Cents: cents}
}

// PayoutID is derived from whose it is and what he calls it.
func PayoutID(merchant, reference string) string { return "po_" + Digest(merchant, reference)[:24] }

// Key is what the bank knows the transfer by.
func (p Payout) Key() string { return p.ID + ":transfer" }

// Digest names its parts, in their order.
func Digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}
