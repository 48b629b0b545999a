package feed

import (
	"bufio"
	"context"
	"net"
	"time"
)

// Config says where the scales are.
type Config struct {
	Addr string
	Wait time.Duration
}

// Feed is a connection to the scales.
type Feed struct {
	conn  net.Conn
	lines *bufio.Scanner
	each  func(ctx context.Context, b Batch) error
}

// Dial connects. The scales forget a line when it is read.
func Dial(ctx context.Context, c Config, each func(ctx context.Context, b Batch) error) (*Feed, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", c.Addr)
	if err != nil {
		return nil, err
	}
	return &Feed{conn: conn, lines: bufio.NewScanner(conn), each: each}, nil
}

// Close ends the connection.
func (f *Feed) Close() error { return f.conn.Close() }
