// Package chips sells chips for a fair. A script lets an equal sale through only when the last one is over.
package chips

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/redis/go-redis/v9"
)

var errTwice = errors.New("sold a moment ago")

type booth struct {
	rdb *redis.Client
}

var sell = redis.NewScript(`
if redis.call("SET", KEYS[1], 1, "NX", "PX", ARGV[2]) then
	redis.call("INCRBY", KEYS[2], ARGV[1])
	return 1
end
return 0`)

func (b *booth) buy(c echo.Context) error {
	n, err := strconv.Atoi(c.FormValue("chips"))
	if err != nil || n < 1 {
		return echo.NewHTTPError(http.StatusBadRequest, "how many?")
	}
	switch err := b.sold(c.Request().Context(), c.FormValue("guest"), n); {
	case errors.Is(err, errTwice):
		return c.NoContent(http.StatusConflict)
	case err != nil:
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func (b *booth) sold(ctx context.Context, guest string, chips int) error {
	same := fmt.Sprintf("{%s}:sale:%d", guest, chips)
	got, err := sell.Run(ctx, b.rdb, []string{same, "{" + guest + "}:chips"}, chips, (3 * time.Second).Milliseconds()).Int() // want "IDV602: .*Run"
	if err != nil {
		return err
	}
	if got == 0 {
		return errTwice
	}
	return nil
}
