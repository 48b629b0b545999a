// Package courier orders couriers.
package courier

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"example.com/cases/memorydedup/good/crosspkg/memo"
)

// Desk orders one courier for a parcel. The office knows the parcel by its key; the set keeps two calls from being on the wire at once.
type Desk struct {
	calling memo.Set[string]
	office  string
}

var (
	errOffice = errors.New("no courier")
	errWait   = errors.New("a courier is being ordered")
)

// Order may be called again by whoever did not get an answer.
func (d *Desk) Order(ctx context.Context, parcel string) error {
	if !d.calling.Add(parcel) {
		return errWait
	}
	defer d.calling.Remove(parcel)
	return d.call(ctx, parcel)
}

func (d *Desk) call(ctx context.Context, parcel string) error {
	form := url.Values{"parcel": {parcel}}.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.office, strings.NewReader(form))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "courier/"+parcel)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errOffice
	}
	return nil
}
