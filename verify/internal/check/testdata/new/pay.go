// Package pay is a library for the tests of the checker: one of each kind of symbol that rows are about.
package pay

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"example.com/pay/internal/core"
)

type Client struct {
	base
	Retries  int
	Key      string
	Verbose  bool
	Decide   func(error) bool
	Deadline time.Time
	Token    *string
	Body     io.Reader
}

type base struct{ Region string }

func (base) Close() error { return nil }

type Options = core.Options

type Option func(*core.Options)

type opaque struct{ key string }

type Handler interface {
	Closer
	Handle(ctx context.Context, id string) error
}

type Closer interface{ Close() error }

type Sink interface{ Take(id string) }

type SinkFunc func(id string)

func (f SinkFunc) Take(id string) { f(id) }

func Serve(s Sink) {}

type CreateInput struct {
	ClientToken *string
	Dry         bool
}

type ID [16]byte

type Null[T any] struct {
	Set   bool
	Value T
}

func New(key string, opts ...Option) *Client { return nil }

func NewKey() (string, error) { return "", nil }

func WithKey(key string) Option { return nil }

func WithNull(key Null[string]) Option { return nil }

func Do(ctx context.Context, f func() error) error { return nil }

func Wait(ctx context.Context, f func() (bool, error)) error { return nil }

func Permanent(err error) error { return err }

func Sort(s []string) {}

func Send(r *http.Request, body io.Reader, count int, dry bool) (*http.Response, error) {
	return nil, nil
}

func Logf(format string, args ...any) {}

func All() func(yield func(ID) bool) { return nil }

func Watch() <-chan ID { return nil }

func (c *Client) Charge(ctx context.Context, in *CreateInput, o *opaque) (ID, error) {
	return ID{}, nil
}

var Generate = NewKey

var table = [...]string{"a", "b"}

type DB struct{ Error error }

type Tx struct{ Isolation int }

type Fault struct {
	Code   string
	Number uint16
	Cause  error
}

func (f *Fault) Error() string { return f.Code }

func (f *Fault) State() string { return f.Code }

func (f *Fault) Unwrap() error { return f.Cause }

type Code string

func (c Code) Name() string { return "" }

type OnConflict struct {
	Columns   []string
	DoNothing bool
}

type Row struct{}

func (*Row) Scan(dest ...any) error { return nil }

var ErrNone = errors.New("none")

var Limit float64

const UniqueViolation = "23505"

func IsTaken(err error) bool { return false }

func Enabled() bool { return false }

func (d *DB) Get(ctx context.Context, query string, args ...any) *Row { return nil }

func (d *DB) Put(ctx context.Context, key, value string, ttl time.Duration) (bool, error) {
	return false, nil
}

func (d *DB) Begin(opts *Tx) (*Tx, error) { return nil, nil }

func (d *DB) InTx(f func(tx *Tx) error) error { return nil }

func (d *DB) InContext(f func(ctx context.Context, n int) error) error { return nil }

func (d *DB) Where(query any, args ...any) *DB { return d }

func (d *DB) Count() (int, map[string]bool) { return 0, nil }

func Reset(count int) {}
