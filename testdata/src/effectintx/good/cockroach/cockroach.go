// Package cockroach returns from the closure what is to be told, and a row remembers whether it was told.
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

// send stores the ride as announced before it is: the passenger of a ride that is announced and got no message calls us.
func (t *taxis) send(ctx context.Context, ride, phone string) error {
	var taxi string
	err := crdb.ExecuteTx(ctx, t.db, nil, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, `SELECT id FROM taxis WHERE ride IS NULL LIMIT 1 FOR UPDATE`).Scan(&taxi); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE taxis SET ride = $2, state = 'announced' WHERE id = $1`, taxi, ride)
		return err
	})
	if err != nil {
		return err
	}
	return t.tell(phone, taxi)
}

func (t *taxis) tell(phone, taxi string) error {
	params := &twilio.CreateMessageParams{}
	params.SetTo(phone)
	params.SetBody("Taxi " + taxi + " is on its way.")
	_, err := t.sms.CreateMessage(params)
	return err
}
