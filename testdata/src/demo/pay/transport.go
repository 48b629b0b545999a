package pay

import (
	"net/http"
	"time"

	"example.com/demo/ids"
)

// Retrying is a transport that sends a request again when the connection breaks.
type Retrying struct{ Base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t Retrying) RoundTrip(req *http.Request) (*http.Response, error) {
	var (
		resp *http.Response
		err  error
	)
	for attempt := 0; attempt < 3; attempt++ {
		try := req.Clone(req.Context())
		if req.Method == http.MethodPost {
			// want "IDV101: Idempotency-Key gets a new value"
			try.Header.Set("Idempotency-Key", ids.NewKey())
		}
		if resp, err = t.Base.RoundTrip(try); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second << attempt)
	}
	return nil, err
}
