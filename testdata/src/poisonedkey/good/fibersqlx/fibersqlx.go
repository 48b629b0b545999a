// Package fibersqlx has a middleware of fiber over a table of MySQL.
package fibersqlx

import (
	"context"
	"database/sql"
	"errors"

	"github.com/gofiber/fiber/v2"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"

	"example.com/cases/poisonedkey/ask"
)

// row is a key with its answer.
type row struct {
	Caller      string `db:"caller"`
	Key         string `db:"request_key"`
	Fingerprint string `db:"fingerprint"`
	Owner       string `db:"owner"`
	Status      int    `db:"status"`
	Body        []byte `db:"body"`
}

type table struct{ db *sqlx.DB }

func (t *table) begin(ctx context.Context, r row) (*row, error) {
	res, err := t.db.NamedExecContext(ctx, `INSERT IGNORE INTO fiber_keys (caller, request_key, fingerprint, owner, locked_until) VALUES (:caller, :request_key, :fingerprint, :owner, NOW() + INTERVAL 1 MINUTE)`, r)
	if err != nil {
		return nil, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return nil, err
	}
	res, err = t.db.NamedExecContext(ctx, `UPDATE fiber_keys SET owner = :owner, locked_until = NOW() + INTERVAL 1 MINUTE WHERE caller = :caller AND request_key = :request_key AND fingerprint = :fingerprint AND status = 0 AND locked_until < NOW()`, r)
	if err != nil {
		return nil, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return nil, err
	}
	var old row
	err = t.db.GetContext(ctx, &old, `SELECT fingerprint, status, body FROM fiber_keys WHERE caller = ? AND request_key = ?`, r.Caller, r.Key)
	if errors.Is(err, sql.ErrNoRows) {
		return &row{Fingerprint: r.Fingerprint}, nil
	}
	return &old, err
}

func (t *table) finish(ctx context.Context, r row) error {
	_, err := t.db.NamedExecContext(ctx, `UPDATE fiber_keys SET status = :status, body = :body WHERE caller = :caller AND request_key = :request_key AND owner = :owner`, r)
	return err
}

func (t *table) release(ctx context.Context, r row) error {
	_, err := t.db.NamedExecContext(ctx, `DELETE FROM fiber_keys WHERE caller = :caller AND request_key = :request_key AND owner = :owner AND status = 0`, r)
	return err
}

// once keeps the answers that are listed, and no others.
func (t *table) once(c *fiber.Ctx) error {
	fingerprint, err := ask.Of(c.Method()+" "+c.Path(), c.Body())
	key := c.Get("Idempotency-Key")
	if key == "" || err != nil {
		return fiber.ErrBadRequest
	}
	r := row{Caller: ask.Caller(c.UserContext()), Key: key, Fingerprint: fingerprint, Owner: uuid.NewString()}
	old, err := t.begin(c.UserContext(), r)
	switch {
	case err != nil:
		return fiber.ErrServiceUnavailable
	case old != nil && old.Fingerprint != fingerprint:
		return fiber.ErrUnprocessableEntity
	case old != nil && old.Status == 0:
		return fiber.ErrConflict
	case old != nil:
		return c.Status(old.Status).Send(old.Body)
	}
	if err := c.Next(); err != nil {
		if err := c.App().ErrorHandler(c, err); err != nil {
			return err
		}
	}
	switch status := c.Response().StatusCode(); status {
	case fiber.StatusOK, fiber.StatusCreated, fiber.StatusPaymentRequired, fiber.StatusUnprocessableEntity:
		r.Status, r.Body = status, c.Response().Body()
		return t.finish(context.WithoutCancel(c.UserContext()), r)
	default:
		return t.release(context.WithoutCancel(c.UserContext()), r)
	}
}

func register(app *fiber.App, db *sqlx.DB) { app.Use((&table{db: db}).once) }
