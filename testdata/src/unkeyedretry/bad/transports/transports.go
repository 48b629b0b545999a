// Package transports repeats below the client, where nobody asks what is sent.
package transports

import (
	"net/http"
	"time"
)

// patient waits and tries again, whatever the request.
type patient struct {
	base  http.RoundTripper
	pause time.Duration
}

func (p *patient) RoundTrip(req *http.Request) (*http.Response, error) {
	var (
		resp *http.Response
		err  error
	)
	for attempt := 0; attempt < 4; attempt++ {
		if resp, err = p.base.RoundTrip(req); err == nil { // want "IDV106: POST.*transport"
			return resp, nil
		}
		select {
		case <-time.After(p.pause << attempt):
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
	return nil, err
}
