package loopforms

import (
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// statuses goes on after the answers that ask for it.
func statuses(hc *http.Client, req *http.Request) (*http.Response, error) {
	for range 5 {
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV101: Idempotency-Key"
		resp, err := hc.Do(req)
		if err != nil {
			return nil, err
		}
		switch resp.StatusCode {
		case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable:
			resp.Body.Close()
			time.Sleep(time.Second)
		default:
			return resp, nil
		}
	}
	return nil, errors.New("the shop is busy")
}
