// Package kv keeps marks in stores of keys, and effects in a database.
package kv

import (
	"context"
	"database/sql"
	"errors"

	"github.com/bradfitz/gomemcache/memcache"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// hens counts eggs.
type hens struct {
	db   *sql.DB
	done jetstream.KeyValue
}

func (h *hens) consume(ctx context.Context, cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return cons.Consume(func(msg jetstream.Msg) {
		if err := h.lay(ctx, msg.Headers().Get("Nats-Msg-Id"), msg.Subject()); err != nil {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}

func (h *hens) lay(ctx context.Context, id, hen string) error {
	if _, err := h.done.Get(ctx, id); !errors.Is(err, jetstream.ErrKeyNotFound) {
		return err
	}
	if _, err := h.db.ExecContext(ctx, `insert into eggs (hen, laid) values ($1, now())`, hen); err != nil {
		return err
	}
	_, err := h.done.Put(ctx, id, nil) // want "IDV305: .*Put"
	return err
}

// milk adds up litres, with its marks in etcd.
type milk struct {
	db  *sql.DB
	cli *clientv3.Client
}

func (m *milk) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := m.pour(ctx, "/milk/"+d.MessageId, string(d.Body)); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (m *milk) pour(ctx context.Context, key, tank string) error {
	resp, err := m.cli.Get(ctx, key, clientv3.WithCountOnly())
	if err != nil {
		return err
	}
	if resp.Count > 0 {
		return nil
	}
	if _, err := m.db.ExecContext(ctx, `update tanks set litres = litres + 20 where id = $1`, tank); err != nil {
		return err
	}
	_, err = m.cli.Put(ctx, key, "poured") // want "IDV305: .*Put"
	return err
}

// cheese has its marks in memcached, where they can be pushed out besides.
type cheese struct {
	db *sql.DB
	mc *memcache.Client
}

func (c *cheese) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := c.turn(ctx, d.MessageId, string(d.Body)); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (c *cheese) turn(ctx context.Context, id, wheel string) error {
	if _, err := c.mc.Get("turned." + id); err == nil || !errors.Is(err, memcache.ErrCacheMiss) {
		return err
	}
	if _, err := c.db.ExecContext(ctx, `update wheels set turns = turns + 1 where id = $1`, wheel); err != nil {
		return err
	}
	return c.mc.Set(&memcache.Item{Key: "turned." + id, Value: []byte{1}, Expiration: 7 * 86400}) // want "IDV305: .*Set"
}
