// Package untried uses clients of resty that do not repeat: the count is zero, or was never set.
package untried

import (
	"context"

	"github.com/go-resty/resty/v2"
)

// bell is rung once.
type bell struct{ rest *resty.Client }

func newBell(root string) *bell { return &bell{rest: resty.New().SetBaseURL(root).SetRetryCount(0)} }

func (b *bell) ring(ctx context.Context, floor string) error {
	_, err := b.rest.R().SetContext(ctx).SetBody(map[string]string{"floor": floor}).Post("/ring")
	return err
}

func knock(ctx context.Context, root string) error {
	_, err := resty.New().R().SetContext(ctx).SetBody("knock knock").Post(root + "/door")
	return err
}
