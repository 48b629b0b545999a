package counted

func (c *Counted) count(err error) {
	if err != nil {
		c.failed.Add(1)
		return
	}
	c.sent.Add(1)
}
