// Package deferred records the failure in a deferred function, which sees an error and not what kind of one.
package deferred

import (
	"context"
	"database/sql"

	"github.com/resend/resend-go/v2"
)

// bank mails codes for transfers. A failed code is replaced by a letter on paper.
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
			_, _ = b.db.ExecContext(context.WithoutCancel(ctx), `UPDATE codes SET state = 'failed' WHERE id = ? AND state = 'sending'`, id) // want "IDV505: .*codes"
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
