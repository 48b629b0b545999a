// Package app fills in what the use cases need.
package app

import (
	"time"

	"github.com/go-resty/resty/v2"

	"example.com/cases/link/funcfield/good/valley"
	"example.com/cases/link/funcfield/good/warden"
)

// Deps are the dependencies in production.
func Deps(bank string) warden.Deps {
	d := warden.Deps{Now: time.Now}
	d.Charge = (&valley.Client{HTTP: resty.New().SetBaseURL(bank)}).Charge
	return d
}
