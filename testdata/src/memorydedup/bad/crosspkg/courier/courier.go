// Package courier orders couriers.
package courier

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"example.com/cases/memorydedup/bad/crosspkg/memo"
)

// Desk orders one courier for a parcel.
type Desk struct {
	ordered memo.Set[string]
	office  string
}

var errOffice = errors.New("no courier")

// Order may be called again by whoever did not get an answer.
func (d *Desk) Order(ctx context.Context, parcel string) error {
	if !d.ordered.Add(parcel) { // want "IDV310: .*Add"
		return nil
	}
	if err := d.call(ctx, parcel); err != nil {
		d.ordered.Remove(parcel)
		return err
	}
	return nil
}

func (d *Desk) call(ctx context.Context, parcel string) error {
	form := url.Values{"parcel": {parcel}}.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.office, strings.NewReader(form))
	if err != nil {
		return err
	}
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
