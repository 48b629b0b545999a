// Package records writes failures down, for people to read. No later attempt is answered from them.
package records

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/poisonedkey/ask"
)

// AccessLog has a row for each request, whatever it came to.
func AccessLog(db *sql.DB, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := ask.Record(w)
		next.ServeHTTP(rec, r)
		_, _ = db.ExecContext(context.WithoutCancel(r.Context()), `INSERT INTO access_log (at, path, request_key, status) VALUES ($1, $2, $3, $4)`, time.Now(), r.URL.Path, r.Header.Get("Idempotency-Key"), rec.Status)
	})
}

// invoices are sent to a tax office, which knows them by their number.
type invoices struct {
	db     *pgxpool.Pool
	client *http.Client
	url    string
}

var errRefused = errors.New("refused")

// send is a job. What went wrong stands beside the invoice, which still waits, and the job is run again.
func (i *invoices) send(ctx context.Context, task *asynq.Task) error {
	number := string(task.Payload())
	err := i.post(ctx, number)
	switch {
	case errors.Is(err, errRefused):
		_, dbErr := i.db.Exec(ctx, `UPDATE invoices SET state = 'refused' WHERE number = $1 AND state = 'waiting'`, number)
		return dbErr
	case err != nil:
		_, dbErr := i.db.Exec(ctx, `UPDATE invoices SET last_error = $2, state = 'waiting' WHERE number = $1 AND state = 'waiting'`, number, err.Error())
		return errors.Join(err, dbErr)
	}
	_, err = i.db.Exec(ctx, `UPDATE invoices SET state = 'sent', last_error = NULL WHERE number = $1`, number)
	return err
}

func (i *invoices) post(ctx context.Context, number string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, i.url, strings.NewReader(number))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "invoice-"+number)
	resp, err := i.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= http.StatusInternalServerError || resp.StatusCode == http.StatusTooManyRequests:
		return fmt.Errorf("tax office: %s", resp.Status)
	case resp.StatusCode >= http.StatusBadRequest:
		return errRefused
	}
	return nil
}

func (i *invoices) register(m *asynq.ServeMux) { m.HandleFunc("invoice:send", i.send) }
