// Package mail sends receipts.
package mail

import (
	"context"

	"github.com/resend/resend-go/v2"

	"example.com/cases/tapped-twice/sound/domain"
)

// Addresses knows where a buyer gets his mail.
type Addresses interface {
	Address(ctx context.Context, buyer string) (string, error)
}

// Post sends mails.
type Post struct {
	client    *resend.Client
	addresses Addresses
}

// New wires a Post.
func New(client *resend.Client, addresses Addresses) *Post {
	return &Post{client: client, addresses: addresses}
}

// Tell mails a notice. The provider knows the key again for a day.
func (p *Post) Tell(ctx context.Context, n domain.Notice) error {
	to, err := p.addresses.Address(ctx, n.Buyer)
	if err != nil {
		return err
	}
	letter := &resend.SendEmailRequest{From: "receipts@till.example", To: []string{to}, Subject: "Your receipt", Text: n.Text}
	_, err = p.client.Emails.SendWithOptions(ctx, letter, &resend.SendEmailOptions{IdempotencyKey: "receipt:" + n.Event})
	return err
}
