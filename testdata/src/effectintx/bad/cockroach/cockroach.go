// Package cockroach sends text messages from a closure that is run again after a serialization failure.
package cockroach

import (
	"context"
	"database/sql"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
	twilio "github.com/twilio/twilio-go/rest/api/v2010"
)

// taxis sends taxis out.
type taxis struct {
	db  *sql.DB
	sms *twilio.ApiService
}

func (t *taxis) send(ctx context.Context, ride, phone string) error {
	return crdb.ExecuteTx(ctx, t.db, nil, func(tx *sql.Tx) error {
		var taxi string
		if err := tx.QueryRowContext(ctx, `SELECT id FROM taxis WHERE ride IS NULL LIMIT 1 FOR UPDATE`).Scan(&taxi); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE taxis SET ride = $2 WHERE id = $1`, taxi, ride); err != nil {
			return err
		}
		return t.tell(phone, taxi)
	})
}

func (t *taxis) tell(phone, taxi string) error {
	params := &twilio.CreateMessageParams{}
	params.SetTo(phone)
	params.SetBody("Taxi " + taxi + " is on its way.")
	_, err := t.sms.CreateMessage(params) // want "IDV502: .*CreateMessage"
	return err
}
