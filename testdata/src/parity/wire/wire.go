// Package wire sends orders.
package wire

import (
	"net/http"
	"strings"
)

// Sender sends to one address.
type Sender struct {
	Client *http.Client
	URL    string
}

// Post sends an order with nothing that tells a repeat.
func (s *Sender) Post(order string) error {
	res, err := s.Client.Post(s.URL, "text/plain", strings.NewReader(order))
	if err != nil {
		return err
	}
	return res.Body.Close()
}

// Keyed sends an order under a key.
func (s *Sender) Keyed(order, key string) error {
	req, err := s.Request(order)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	return s.Do(req)
}

// Request describes an order.
func (s *Sender) Request(order string) (*http.Request, error) {
	return http.NewRequest(http.MethodPost, s.URL, strings.NewReader(order))
}

// Do sends a request.
func (s *Sender) Do(req *http.Request) error {
	res, err := s.Client.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

// Notice tells somebody who takes repeats.
//
//idemvet:idempotent -- the receiver knows the order
func (s *Sender) Notice(order string) error { return s.Post(order) }
