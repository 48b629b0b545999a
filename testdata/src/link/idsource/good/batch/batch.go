// Package batch sends the invoices of a night. The loop is one over new work; the sender and the source of ids are behind
// interfaces. All attempts at an invoice have one id.
package batch

import "context"

// IDs makes ids.
type IDs interface{ New() string }

// Sender sends one invoice under an id.
type Sender interface {
	Send(ctx context.Context, id, invoice string) error
}

// Night is the use case.
type Night struct {
	IDs    IDs
	Sender Sender
}

// Run sends all, each up to three times.
func (n *Night) Run(ctx context.Context, invoices []string) error {
	for _, invoice := range invoices {
		if err := n.one(ctx, invoice); err != nil {
			return err
		}
	}
	return nil
}

func (n *Night) one(ctx context.Context, invoice string) (err error) {
	id := n.IDs.New()
	for range 3 {
		if err = n.Sender.Send(ctx, id, invoice); err == nil {
			break
		}
	}
	return err
}
