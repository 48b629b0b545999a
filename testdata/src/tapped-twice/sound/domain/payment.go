// Package domain has the payment, its states, the ids that are derived from it, and the ports of the service.
package domain

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
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
)

// A Request is what a buyer asks for: the same tap has the same key.
type Request struct {
	Caller, Key     string
	Order, Merchant string
	Cents           int64
	Currency, Card  string
}

// Scope names the tap among those of all callers.
func (r Request) Scope() string { return "payments:" + r.Caller + ":" + r.Key }

// Fingerprint is over what the request means, in a fixed order, not over its bytes.
func (r Request) Fingerprint() string {
	return digest(r.Order, r.Merchant, strconv.FormatInt(r.Cents, 10), strings.ToUpper(r.Currency), r.Card)
}

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
		ID: "pay_" + digest(r.Scope())[:24], Caller: r.Caller, Key: r.Key, Fingerprint: r.Fingerprint(),
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
	ID, Merchant, IBAN string
	Cents              int64
}

// Key is what the bank knows the transfer by.
func (p Payout) Key() string { return p.ID + ":transfer" }

func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}
