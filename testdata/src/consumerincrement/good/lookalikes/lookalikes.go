// Package lookalikes raises numbers that nobody's money or stock depends on, or in code that is run once.
package lookalikes

import (
	"context"
	"database/sql"
	"encoding/json"
	"log/slog"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
)

var handled = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "postcards_handled_total"}, []string{"country"})

type card struct {
	ID      string `json:"id"`
	Country string `json:"country"`
	Stamp   int64  `json:"stamp"`
}

// post stores postcards, and counts its work for a chart.
type post struct {
	db  *sql.DB
	rdb *redis.Client
}

func (p *post) start(cards jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return cards.Consume(func(msg jetstream.Msg) {
		var c card
		if err := json.Unmarshal(msg.Data(), &c); err != nil {
			_ = msg.Term()
			return
		}
		if err := p.store(context.Background(), c); err != nil {
			_ = msg.Nak()
			return
		}
		handled.WithLabelValues(c.Country).Inc()
		_ = msg.Ack()
	})
}

func (p *post) store(ctx context.Context, c card) error {
	_, err := p.db.ExecContext(ctx, `INSERT INTO postcards (id, country) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, c.ID, c.Country)
	return err
}

// collect has columns whose new value follows from the old one, but not further with each run.
func (p *post) collect(cards jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return cards.Consume(func(msg jetstream.Msg) {
		var c card
		if err := json.Unmarshal(msg.Data(), &c); err != nil {
			_ = msg.Term()
			return
		}
		_, err := p.db.ExecContext(context.Background(), `UPDATE collections SET rarest = GREATEST(rarest, $2), bits = bits | $2, extra = COALESCE(extra, 'none') WHERE country = $1`, c.Country, c.Stamp)
		if err != nil {
			_ = msg.Nak()
			return
		}
		if err := p.rdb.Incr(context.Background(), "stats:collected").Err(); err != nil {
			slog.Warn("not counted", "error", err)
		}
		_ = msg.Ack()
	})
}

// visitors listens to a subject of plain NATS, which delivers once or not at all.
func (p *post) visitors(nc *nats.Conn) (*nats.Subscription, error) {
	return nc.Subscribe("office.visited", func(msg *nats.Msg) {
		if _, err := p.db.Exec(`UPDATE offices SET visitors = visitors + 1 WHERE id = $1`, string(msg.Data)); err != nil {
			slog.Error("visitor not counted", "error", err)
		}
	})
}
