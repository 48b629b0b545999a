// Package labels buys labels from a carrier. The branch that has a record beforehand is not the branch that buys.
package labels

import (
	"context"
	"fmt"

	"github.com/go-resty/resty/v2"
	"go.etcd.io/etcd/client/v3"
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

// post buys labels.
type post struct {
	db    *gorm.DB
	rest  *resty.Client
	etcd  *clientv3.Client
	trial bool
}

// label is pressed by a packer. On trial, the parcel is marked and nothing is bought.
func (p *post) label(ctx context.Context, id int64) error {
	if p.trial {
		return p.db.WithContext(ctx).Model(&Parcel{}).Where("id = ? AND state = ?", id, "packed").Update("state", "trial").Error
	}
	resp, err := p.rest.R().SetContext(ctx).SetBody(map[string]int64{"parcel": id}).Post("/labels") // want "IDV501: .*Post"
	if err != nil {
		return err
	}
	if resp.IsError() {
		return fmt.Errorf("carrier: %s", resp.Status())
	}
	return p.db.WithContext(ctx).Model(&Parcel{}).Where("id = ? AND state = ?", id, "packed").Updates(Parcel{State: "labelled", Label: resp.Header().Get("Location")}).Error
}

// courier calls one, and keeps the call in etcd.
func (p *post) courier(ctx context.Context, depot string) error {
	call, err := p.call(ctx, depot)
	if err != nil {
		return err
	}
	_, err = p.etcd.Put(ctx, "/couriers/"+depot, call)
	return err
}

func (p *post) call(ctx context.Context, depot string) (string, error) {
	resp, err := p.rest.R().SetContext(ctx).SetFormData(map[string]string{"depot": depot}).Post("/calls") // want "IDV501: .*Post"
	if err != nil {
		return "", err
	}
	if resp.IsError() {
		return "", fmt.Errorf("carrier: %s", resp.Status())
	}
	return resp.String(), nil
}
