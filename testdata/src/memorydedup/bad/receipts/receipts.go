// Package receipts mails receipts. Which ones are out, the process knows, until it is restarted; and the second instance of the
// service never knew.
package receipts

import (
	"context"
	"net/smtp"
	"sync"

	"github.com/segmentio/kafka-go"
)

// docs:begin memorydedup-bad
// sent is the set of receipts that are out.
type sent struct {
	mu  sync.Mutex
	ids map[string]bool
}

func (s *sent) first(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids[id] {
		return false
	}
	s.ids[id] = true // want "IDV310: .*ids"
	return true
}

// mail sends a receipt unless it is out.
func (p *post) mail(id, to string, text []byte) error {
	if !p.sent.first(id) {
		return nil
	}
	if err := smtp.SendMail(p.host, p.auth, "shop@example.org", []string{to}, text); err != nil {
		p.sent.forget(id)
		return err
	}
	return nil
}

// docs:end memorydedup-bad

func (s *sent) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.ids, id)
}

// post is the way out.
type post struct {
	sent *sent
	host string
	auth smtp.Auth
}

// run mails a receipt for each sale.
func (p *post) run(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := p.mail(string(m.Key), header(m, "to"), m.Value); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func header(m kafka.Message, name string) string {
	for _, h := range m.Headers {
		if h.Key == name {
			return string(h.Value)
		}
	}
	return ""
}
