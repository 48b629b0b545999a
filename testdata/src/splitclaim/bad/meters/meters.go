// Package meters bills what meters tell. The mark is in Redis, the bill in a database.
package meters

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
)

// docs:begin splitclaim-bad
// bill marks the reading, and then does the work. When the process dies in between, the reading is never billed: its mark says that
// it was.
func (b *biller) bill(ctx context.Context, m kafka.Message) error {
	id := string(m.Key)
	first, err := b.marks.set(ctx, id)
	if err != nil || !first {
		return err
	}
	_, err = b.db.ExecContext(ctx, `insert into bills (reading, body) values ($1, $2)
		on conflict (reading) do update set body = excluded.body`, id, m.Value)
	if err != nil {
		return errors.Join(err, b.marks.drop(context.WithoutCancel(ctx), id))
	}
	return nil
}

func (m *marks) set(ctx context.Context, id string) (bool, error) {
	return m.rdb.SetNX(ctx, "billed:"+id, m.node, 72*time.Hour).Result() // want "IDV305: .*SetNX"
}

// docs:end splitclaim-bad

// marks says which readings are billed.
type marks struct {
	rdb  *redis.Client
	node string
}

var dropMine = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

func (m *marks) drop(ctx context.Context, id string) error {
	return dropMine.Run(ctx, m.rdb, []string{"billed:" + id}, m.node).Err()
}

// biller writes bills.
type biller struct {
	marks *marks
	db    *sql.DB
}

// run bills until something fails.
func (b *biller) run(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := b.bill(ctx, m); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}
