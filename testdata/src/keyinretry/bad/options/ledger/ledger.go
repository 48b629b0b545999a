// Package ledger posts entries; callers choose what they like through options.
package ledger

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/rs/xid"
)

type settings struct {
	key    string
	dryRun bool
}

// Option changes one call.
type Option func(*settings)

// Key sets the key of the entry.
func Key(k string) Option { return func(s *settings) { s.key = k } }

// DryRun only checks the entry.
func DryRun() Option { return func(s *settings) { s.dryRun = true } }

// Ledger is the client.
type Ledger struct {
	Root string
	HC   *http.Client
}

// Book posts an entry. Without Key it makes one up, which is right for a caller who calls once.
func (l *Ledger) Book(ctx context.Context, entry string, opts ...Option) error {
	var s settings
	for _, o := range opts {
		o(&s)
	}
	if s.key == "" {
		s.key = xid.New().String()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.Root+"/entries", strings.NewReader(entry))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", s.key)
	if s.dryRun {
		req.Header.Set("Prefer", "handling=dry-run")
	}
	resp, err := l.HC.Do(req)
	if err != nil {
		return fmt.Errorf("book: %w", err)
	}
	return resp.Body.Close()
}
