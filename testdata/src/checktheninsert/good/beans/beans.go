// Package beans looks rows up by structs of which only some fields are set: those are the condition.
package beans

import (
	"errors"

	"gorm.io/gorm"
)

// Tram has its number as its key, which no two share.
type Tram struct {
	Depot  string `gorm:"primaryKey"`
	Number int    `gorm:"primaryKey"`
	Line   string
}

// TableName names the table.
func (Tram) TableName() string { return "trams" }

type depot struct{ db *gorm.DB }

func (d *depot) tram(name string, number int) (*Tram, error) {
	var t Tram
	err := d.db.Where("depot = ? AND number = ?", name, number).First(&t).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, nil
	}
	return &t, err
}

// register takes the tram that another has registered meanwhile, whatever the error was.
func (d *depot) register(name string, number int) (*Tram, error) {
	t := &Tram{Depot: name, Number: number}
	if err := d.db.Create(t).Error; err != nil {
		other, again := d.tram(name, number)
		if again != nil || other == nil {
			return nil, err
		}
		return other, nil
	}
	return t, nil
}

func (d *depot) ensure(name string, number int) (*Tram, error) {
	t, err := d.tram(name, number)
	if err != nil || t != nil {
		return t, err
	}
	return d.register(name, number)
}
