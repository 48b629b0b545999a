// Package echogorm has a middleware of echo over gorm, for handlers that return what they have to say.
package echogorm

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"example.com/cases/poisonedkey/ask"
)

// Ask is a request and, some time later, its answer.
type Ask struct {
	Caller      string `gorm:"primaryKey"`
	Key         string `gorm:"primaryKey"`
	Fingerprint string
	Owner       string
	LockedUntil time.Time
	Status      int
	Body        string
}

// TableName names the table.
func (Ask) TableName() string { return "echo_asks" }

// begin returns nil for the one who is to work.
func begin(ctx context.Context, db *gorm.DB, a *Ask) (*Ask, error) {
	res := db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(a)
	if res.Error != nil || res.RowsAffected == 1 {
		return nil, res.Error
	}
	res = db.WithContext(ctx).Model(&Ask{}).
		Where("caller = ? AND key = ? AND fingerprint = ? AND status = 0 AND locked_until < now()", a.Caller, a.Key, a.Fingerprint).
		Updates(map[string]any{"owner": a.Owner, "locked_until": a.LockedUntil})
	if res.Error != nil || res.RowsAffected == 1 {
		return nil, res.Error
	}
	var old Ask
	err := db.WithContext(ctx).First(&old, "caller = ? AND key = ?", a.Caller, a.Key).Error
	return &old, err
}

// outcome puts errors of every kind into numbers and words.
func outcome(c echo.Context, err error) (int, string) {
	var he *echo.HTTPError
	switch {
	case errors.As(err, &he):
		return he.Code, http.StatusText(he.Code)
	case err != nil:
		return http.StatusInternalServerError, err.Error()
	default:
		return c.Response().Status, ""
	}
}

// Once runs a handler once for each key.
func Once(db *gorm.DB) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			ctx := c.Request().Context()
			fingerprint, err := ask.Fingerprint(c.Request())
			if err != nil {
				return echo.NewHTTPError(http.StatusBadRequest)
			}
			a := &Ask{
				Caller: ask.Caller(ctx), Key: c.Request().Header.Get("Idempotency-Key"),
				Fingerprint: fingerprint, Owner: uuid.NewString(), LockedUntil: time.Now().Add(ask.Lease * time.Second),
			}
			old, err := begin(ctx, db, a)
			if err != nil {
				return echo.NewHTTPError(http.StatusServiceUnavailable)
			}
			if old != nil {
				ask.Again(c.Response(), &ask.Answer{Fingerprint: old.Fingerprint, Status: old.Status, Body: []byte(old.Body)}, fingerprint)
				return nil
			}
			failure := next(c)
			status, body := outcome(c, failure)
			err = db.WithContext(context.WithoutCancel(ctx)).Model(&Ask{}).Where("caller = ? AND key = ? AND owner = ?", a.Caller, a.Key, a.Owner).Updates(map[string]any{"status": status, "body": body}).Error // want "IDV306: .*echo_asks"
			return errors.Join(failure, err)
		}
	}
}
