// Package beans looks rows up by structs of which only some fields are set: those are the condition.
package beans

import (
	"errors"

	"gorm.io/gorm"
)

// Trolley has its number as its key, which no two share.
type Trolley struct {
	Depot  string `gorm:"primaryKey"`
	Number int    `gorm:"primaryKey"`
	Line   string
	Radio  string
}

// TableName names the table.
func (Trolley) TableName() string { return "trolleys" }

type depot struct{ db *gorm.DB }

// ensure is refused by the key when another has come first, though the trolley it wants is there then.
func (d *depot) ensure(name string, number int) (*Trolley, error) {
	var found Trolley
	err := d.db.Where(&Trolley{Depot: name, Number: number}).First(&found).Error
	if !errors.Is(err, gorm.ErrRecordNotFound) {
		return &found, err
	}
	t := &Trolley{Depot: name, Number: number}
	return t, d.db.Create(t).Error // want "IDV301: trolleys: when two runs both find nothing, the primary key of trolleys"
}

// equip looks by the radio, which is no part of the key: nothing stops a second trolley with the same one.
func (d *depot) equip(name string, number int, radio string) error {
	var found Trolley
	err := d.db.Where(&Trolley{Radio: radio}).First(&found).Error
	if err == nil {
		return errors.New("the radio is in use")
	}
	if !errors.Is(err, gorm.ErrRecordNotFound) {
		return err
	}
	return d.db.Create(&Trolley{Depot: name, Number: number, Radio: radio}).Error // want "IDV301: trolleys: written because First found nothing"
}
