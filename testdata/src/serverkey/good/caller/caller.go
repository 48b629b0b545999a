// Package caller is on the caller's side, where an empty key is an option that was left out: to make one is its duty.
package caller

import (
	"context"
	"database/sql"
	"flag"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Options of a payment.
type Options struct {
	Key  string
	Note string
}

// Client pays.
type Client struct {
	hc   *http.Client
	bank string
}

// Pay makes a key once for all attempts when the caller has not given one.
func (c *Client) Pay(ctx context.Context, account string, opts Options) (err error) {
	if opts.Key == "" {
		opts.Key = uuid.NewString()
	}
	for range 3 {
		if err = c.send(ctx, account, opts.Key, opts.Note); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *Client) send(ctx context.Context, account, key, note string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.bank+"/accounts/"+account+"/payments", strings.NewReader(note))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// command takes the key from the command line: who types the command again can give the key again.
func command(ctx context.Context, c *Client, args []string) error {
	flags := flag.NewFlagSet("pay", flag.ContinueOnError)
	key := flags.String("idempotency-key", "", "the key of a payment that is tried again")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *key == "" {
		*key = uuid.NewString()
	}
	return c.send(ctx, flags.Arg(0), *key, "")
}

// refunds has its keys in a table.
type refunds struct {
	db   *sql.DB
	bank *Client
}

// resume fills in the key of a stored refund, keeps it, and only then sends.
func (r *refunds) resume(ctx context.Context, refund string) error {
	var account, key string
	err := r.db.QueryRowContext(ctx, `UPDATE refunds SET idempotency_key = COALESCE(idempotency_key, $1)
		WHERE id = $2 RETURNING account, idempotency_key`, uuid.NewString(), refund).Scan(&account, &key)
	if err != nil {
		return err
	}
	return r.bank.send(ctx, account, key, "refund")
}
