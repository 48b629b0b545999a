// Package deferred records in a deferred function that there was an error, beside the state.
package deferred

import (
	"context"
	"database/sql"

	"github.com/resend/resend-go/v2"
)

// bank mails codes for transfers. Codes in state sending are sent again under their key.
type bank struct {
	db     *sql.DB
	resend *resend.Client
}

func (b *bank) send(ctx context.Context, id, to string) (err error) {
	if _, err := b.db.ExecContext(ctx, `UPDATE codes SET state = 'sending' WHERE id = ? AND state IN ('new', 'sending')`, id); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_, _ = b.db.ExecContext(context.WithoutCancel(ctx), `UPDATE codes SET last_error = ? WHERE id = ? AND state = 'sending'`, err.Error(), id)
		}
	}()
	opts := &resend.SendEmailOptions{IdempotencyKey: "code-" + id}
	_, err = b.resend.Emails.SendWithOptions(ctx, &resend.SendEmailRequest{From: "bank@example.com", To: []string{to}, Subject: "Code", Text: id}, opts)
	if err != nil {
		return err
	}
	_, err = b.db.ExecContext(ctx, `UPDATE codes SET state = 'sent' WHERE id = ? AND state = 'sending'`, id)
	return err
}
