package ferry

import (
	"context"
	"fmt"
	"net/http"
)

// Tides asks a service for the height of the water.
type Tides struct{ URL string }

// Height is the height at a pier.
func (t *Tides) Height(ctx context.Context, pier string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.URL+"/heights/"+pier, nil)
	if err != nil {
		return "", err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return "", fmt.Errorf("tides: %s", res.Status)
	}
	return res.Header.Get("X-Height"), nil
}
