// Package pay is the same library two years before.
package pay

type Client struct{ Key string }

func New(key string) *Client { return nil }
