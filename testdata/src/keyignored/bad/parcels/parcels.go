// Package parcels stores the reference that a shop chose. Nothing keeps a second parcel from having the same.
package parcels

import (
	"net/http"

	"github.com/labstack/echo/v4"
	"gorm.io/gorm"
)

// DepotParcel is a row and the body of a request.
type DepotParcel struct {
	ID        uint   `json:"id"`
	Shop      string `json:"shop" gorm:"index"`
	ClientRef string `json:"clientRef" gorm:"index"`
	Grams     int    `json:"grams"`
}

type depot struct{ db *gorm.DB }

func (d *depot) setUp(e *echo.Echo) error {
	e.POST("/shops/:shop/parcels", d.post)
	return d.db.AutoMigrate(&DepotParcel{})
}

func (d *depot) post(c echo.Context) error {
	var p DepotParcel
	if err := c.Bind(&p); err != nil {
		return err
	}
	p.ID, p.Shop = 0, c.Param("shop")
	if err := d.db.WithContext(c.Request().Context()).Create(&p).Error; err != nil { // want "IDV702: .*depot_parcels"
		return err
	}
	return c.JSON(http.StatusCreated, p)
}
