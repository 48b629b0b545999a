package callbacks

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"example.com/cases/keyinretry/bad/callbacks/courier"
)

// stamper is handed over as an interface.
type stamper struct{ site string }

func (s stamper) Prepare(req *http.Request) error {
	req.Header.Set("Idempotency-Key", s.site+":"+uuid.NewString()) // linked "IDV101: uuid.NewString"
	return nil
}

func dispatchStamped(ctx context.Context, req *http.Request) error {
	return courier.New(http.DefaultClient, stamper{site: "north"}).Deliver(ctx, req)
}
