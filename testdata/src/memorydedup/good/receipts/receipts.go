// Package receipts mails receipts. A row says which are out; the memory only saves questions.
package receipts

import (
	"context"
	"database/sql"
	"net/smtp"
	"sync"

	"github.com/segmentio/kafka-go"
)

// docs:begin memorydedup-good
// mail sends a receipt unless its row says that it is out. A receipt that an earlier attempt left on its way is
// taken up again; one partition has one consumer at a time.
func (p *post) mail(ctx context.Context, id, to string, text []byte) error {
	if p.sent.has(id) {
		return nil
	}
	mine, err := p.claim(ctx, id)
	if err != nil || !mine {
		return err
	}
	if err := smtp.SendMail(p.host, p.auth, "shop@example.org", []string{to}, text); err != nil {
		return err
	}
	if _, err := p.db.ExecContext(ctx, `update receipts set state = 'sent' where id = $1`, id); err != nil {
		return err
	}
	p.sent.add(id)
	return nil
}

func (p *post) claim(ctx context.Context, id string) (bool, error) {
	res, err := p.db.ExecContext(ctx, `insert into receipts (id, state, since) values ($1, 'sending', now())
		on conflict (id) do update set since = excluded.since where receipts.state = 'sending'`, id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// docs:end memorydedup-good

// sent is the set of receipts of which this process knows that they are out.
type sent struct {
	mu  sync.Mutex
	ids map[string]bool
}

func (s *sent) has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ids[id]
}

func (s *sent) add(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ids[id] = true
}

// post is the way out.
type post struct {
	db   *sql.DB
	sent *sent
	host string
	auth smtp.Auth
}

// run mails a receipt for each sale.
func (p *post) run(ctx context.Context, r *kafka.Reader, address func(sale string) string) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := p.mail(ctx, string(m.Key), address(string(m.Key)), m.Value); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}
