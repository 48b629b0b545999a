// Package model has the tables of a fruit garden as structs.
package model

// FruitOrder is what a kitchen has ordered; its reference is unique for the kitchen.
type FruitOrder struct {
	ID        uint   `gorm:"primaryKey"`
	Kitchen   string `gorm:"uniqueIndex:idx_fruit_order"`
	Reference string `gorm:"uniqueIndex:idx_fruit_order"`
	Crates    int
}

// FruitCook is a customer.
type FruitCook struct {
	ID    uint   `gorm:"primaryKey"`
	Email string `gorm:"unique"`
	Name  string
}

// FruitWatering is a watering of a tree on a day.
type FruitWatering struct {
	Tree   string `gorm:"primaryKey"`
	Day    string `gorm:"primaryKey"`
	Litres int
}

// FruitEvent is a message that has been seen; its id comes with it.
type FruitEvent struct {
	MessageID string `gorm:"column:message_id;primaryKey"`
	Body      []byte
}
