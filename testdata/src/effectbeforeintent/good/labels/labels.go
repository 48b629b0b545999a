// Package labels buys labels under the parcel's number, and tells whoever watches.
package labels

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-resty/resty/v2"
	"gorm.io/gorm"
)

// Parcel is a row of parcels.
type Parcel struct {
	ID    int64
	Label string
	State string
}

// TableName names the table.
func (Parcel) TableName() string { return "parcels" }

// Visit is a row of visits.
type Visit struct {
	ID   int64
	Page string
}

// TableName names the table.
func (Visit) TableName() string { return "visits" }

// post buys labels.
type post struct {
	db      *gorm.DB
	rest    *resty.Client
	metrics *resty.Client
}

var errNotPacked = errors.New("not packed")

// label marks the parcel before it asks. Whoever finds it in state buying asks again under the same key.
func (p *post) label(ctx context.Context, id int64) error {
	res := p.db.WithContext(ctx).Model(&Parcel{}).Where("id = ? AND state IN ?", id, []string{"packed", "buying"}).Update("state", "buying")
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return errNotPacked
	}
	where, err := p.buy(ctx, id)
	if err != nil {
		return err
	}
	return p.db.WithContext(ctx).Model(&Parcel{}).Where("id = ? AND state = ?", id, "buying").Updates(Parcel{State: "labelled", Label: where}).Error
}

func (p *post) buy(ctx context.Context, id int64) (string, error) {
	resp, err := p.rest.R().SetContext(ctx).SetHeader("Idempotency-Key", "label-"+strconv.FormatInt(id, 10)).SetBody(map[string]int64{"parcel": id}).Post("/labels")
	if err != nil {
		return "", err
	}
	if resp.IsError() {
		return "", fmt.Errorf("carrier: %s", resp.Status())
	}
	return resp.Header().Get("Location"), nil
}

// visit counts for a chart, and stores the visit. One point more on a chart hurts nobody.
func (p *post) visit(ctx context.Context, page string) error {
	_, _ = p.metrics.R().SetContext(ctx).SetBody("visits 1").Post("/metrics/job/labels")
	return p.db.WithContext(ctx).Create(&Visit{Page: page}).Error
}

// track reads the carrier's answer and keeps a copy.
func (p *post) track(ctx context.Context, id int64) error {
	resp, err := p.rest.R().SetContext(ctx).Get("/parcels/" + strconv.FormatInt(id, 10))
	if err != nil {
		return err
	}
	if resp.IsError() {
		return fmt.Errorf("carrier: %s", resp.Status())
	}
	return p.db.WithContext(ctx).Model(&Parcel{}).Where("id = ?", id).Update("label", resp.String()).Error
}
