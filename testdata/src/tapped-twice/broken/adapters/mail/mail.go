// Package mail sends receipts.
package mail

import (
	"context"
	"time"

	"github.com/resend/resend-go/v2"

	"example.com/cases/tapped-twice/broken/domain"
)

// Addresses knows where a buyer or a merchant gets mail.
type Addresses interface {
	Contact(ctx context.Context, who string) (domain.Contact, error)
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
	to, err := p.addresses.Contact(ctx, n.Buyer)
	if err != nil {
		return err
	}
	// Seeds: S0 part 2, no personal data in keys: the buyer's address ends up in the logs of everyone on the way.
	letter := &resend.SendEmailRequest{From: "receipts@till.example", To: []string{to.Email}, Subject: "Your receipt", Text: n.Text}
	_, err = p.client.Emails.SendWithOptions(ctx, letter, &resend.SendEmailOptions{IdempotencyKey: "receipt:" + to.Email + ":" + n.Event}) // want "IDV105: "
	return err
}

// Office writes to merchants.
type Office struct {
	client    *resend.Client
	merchants Addresses
}

// Note sends a letter that nobody minds to get twice.
func (o *Office) Note(ctx context.Context, merchant, text string) error {
	to, err := o.merchants.Contact(ctx, merchant)
	if err != nil {
		return err
	}
	letter := &resend.SendEmailRequest{From: "office@till.example", To: []string{to.Email}, Subject: "Your account", Text: text}
	_, err = o.client.Emails.SendWithContext(ctx, letter)
	return err
}

// NewOffice wires an Office.
func NewOffice(client *resend.Client, merchants Addresses) *Office {
	return &Office{client: client, merchants: merchants}
}

// Mail sends a letter. The provider knows the key again for a day.
func (o *Office) Mail(ctx context.Context, key, merchant, text string) error {
	to, err := o.merchants.Contact(ctx, merchant)
	if err != nil {
		return err
	}
	// Seeds: S2, the caller's side: the letter says when it was written, and the provider refuses the repeat as another letter.
	text += " " + time.Now().Format(time.RFC1123)
	letter := &resend.SendEmailRequest{From: "office@till.example", To: []string{to.Email}, Subject: "Your account", Text: text}
	_, err = o.client.Emails.SendWithOptions(ctx, letter, &resend.SendEmailOptions{IdempotencyKey: key}) // want "IDV110: "
	return err
}
