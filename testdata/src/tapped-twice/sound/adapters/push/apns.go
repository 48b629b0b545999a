// Package push tells buyers on their phones.
package push

import (
	"context"
	"errors"

	"github.com/sideshow/apns2"
	"github.com/sideshow/apns2/payload"

	"example.com/cases/tapped-twice/sound/domain"
)

// Devices knows the phone of a buyer.
type Devices interface {
	Token(ctx context.Context, buyer string) (string, error)
}

// Phone sends pushes.
type Phone struct {
	client  *apns2.Client
	topic   string
	devices Devices
}

// New wires a Phone.
func New(client *apns2.Client, topic string, devices Devices) *Phone {
	return &Phone{client: client, topic: topic, devices: devices}
}

// Tell pushes a notice. A second copy takes the place of the first.
func (p *Phone) Tell(ctx context.Context, n domain.Notice) error {
	token, err := p.devices.Token(ctx, n.Buyer)
	if err != nil {
		return err
	}
	res, err := p.client.PushWithContext(ctx, &apns2.Notification{
		DeviceToken: token, Topic: p.topic, CollapseID: n.Payment, Payload: payload.NewPayload().Alert(n.Text),
	})
	if err != nil {
		return err
	}
	if !res.Sent() {
		return errors.New("push: " + res.Reason)
	}
	return nil
}
