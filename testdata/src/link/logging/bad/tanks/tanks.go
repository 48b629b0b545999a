// Package tanks books fuel deliveries from a JetStream consumer. A logging decorator is in front of the store.
package tanks

import (
	"context"
	"encoding/json"

	"github.com/nats-io/nats.go/jetstream"
)

// Delivery is one message.
type Delivery struct {
	Tank   string `json:"tank"`
	Litres int    `json:"litres"`
}

// Tanks keeps what is in the tanks.
type Tanks interface {
	Fill(ctx context.Context, d Delivery) error
}

// Intake consumes deliveries.
type Intake struct{ tanks Tanks }

// NewIntake makes an intake.
func NewIntake(t Tanks) *Intake { return &Intake{tanks: t} }

// Run consumes until it is stopped.
func (i *Intake) Run(cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return cons.Consume(i.handle)
}

func (i *Intake) handle(msg jetstream.Msg) {
	var d Delivery
	if err := json.Unmarshal(msg.Data(), &d); err != nil {
		_ = msg.Term()
		return
	}
	if err := i.tanks.Fill(context.Background(), d); err != nil { // linked "IDV401: fuel_tanks"
		_ = msg.Nak()
		return
	}
	_ = msg.Ack()
}
