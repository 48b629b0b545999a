// Package model has the tables of a herb garden as structs.
package model

// HerbOrder is what a kitchen has ordered; its reference is unique for the kitchen.
type HerbOrder struct {
	ID        uint   `gorm:"primaryKey"`
	Kitchen   string `gorm:"uniqueIndex:idx_herb_order"`
	Reference string `gorm:"uniqueIndex:idx_herb_order"`
	Bunches   int
}

// HerbCook is a customer.
type HerbCook struct {
	ID    uint   `gorm:"primaryKey"`
	Email string `gorm:"uniqueIndex"`
	Name  string
}

// HerbWatering is a watering of a bed on a day.
type HerbWatering struct {
	ID     uint   `gorm:"primaryKey"`
	Bed    string `gorm:"index:idx_bed_day"`
	Day    string `gorm:"index:idx_bed_day"`
	Litres int
}
