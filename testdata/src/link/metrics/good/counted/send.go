package counted

import "context"

// Tell sends and counts.
func (c *Counted) Tell(ctx context.Context, id, to, text string) error {
	err := c.next.Tell(ctx, id, to, text)
	c.count(err)
	return err
}
