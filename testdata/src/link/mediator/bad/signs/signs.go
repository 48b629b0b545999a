// Package signs switches the signs at the lifts.
package signs

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"strings"

	"example.com/cases/link/mediator/bad/mediate"
)

// Signs implements mediate.Handler.
type Signs struct{ Root string }

// Handle posts to the sign.
func (s *Signs) Handle(ctx context.Context, _ *sql.Tx, n mediate.Notice) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Root+"/signs", strings.NewReader(fmt.Sprint(n)))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
