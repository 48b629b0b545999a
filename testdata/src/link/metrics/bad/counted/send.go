package counted

import "context"

// Tell sends and counts.
func (c *Counted) Tell(ctx context.Context, to, text string) error {
	err := c.next.Tell(ctx, to, text)
	c.count(err)
	return err
}
