// Package heat talks to the kilns.
package heat

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// Client implements kilns.Heat.
type Client struct{ URL string }

// Fire orders a firing.
func (c *Client) Fire(_ context.Context, kiln, potter string) error {
	res, err := http.Post(c.URL+"/kilns/"+kiln+"/firings", "text/plain", strings.NewReader(potter))
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("kiln %s: %s", kiln, res.Status)
	}
	return nil
}
