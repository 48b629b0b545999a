package rule

import (
	"fmt"
	"time"
)

// Length writes a length of time as people say it: "7 days", "90 minutes", "1 hour".
func Length(d time.Duration) string {
	for _, u := range []struct {
		is   time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		if d < u.is || d%u.is != 0 {
			continue
		}
		if n := d / u.is; n > 1 {
			return fmt.Sprintf("%d %ss", n, u.name)
		}
		return "1 " + u.name
	}
	return d.String()
}
