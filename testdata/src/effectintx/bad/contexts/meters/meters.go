// Package meters reads water meters. Its transaction is in the context, and so is everything that is called with it.
package meters

import (
	"context"

	"github.com/segmentio/kafka-go"
	"gorm.io/gorm"

	"example.com/cases/effectintx/bad/contexts/txctx"
)

// Meter is a row of water_meters.
type Meter struct {
	ID      string
	Litres  int64
	Flooded bool
}

// TableName names the table.
func (Meter) TableName() string { return "water_meters" }

// Service keeps meters.
type Service struct {
	db     *gorm.DB
	alarms *kafka.Writer
}

// New wires a Service.
func New(db *gorm.DB, alarms *kafka.Writer) *Service { return &Service{db: db, alarms: alarms} }

// Read stores what a meter says.
func (s *Service) Read(ctx context.Context, id string, litres int64) error {
	return txctx.Within(ctx, s.db, func(ctx context.Context) error {
		if litres > 1_000_000 {
			if err := s.alarm(ctx, id); err != nil {
				return err
			}
		}
		return s.set(ctx, id, litres)
	})
}

func (s *Service) set(ctx context.Context, id string, litres int64) error {
	return txctx.DB(ctx, s.db).Model(&Meter{}).Where("id = ? AND litres < ?", id, litres).Update("litres", litres).Error
}

func (s *Service) alarm(ctx context.Context, id string) error {
	if err := txctx.DB(ctx, s.db).Model(&Meter{}).Where("id = ?", id).Update("flooded", true).Error; err != nil {
		return err
	}
	return s.alarms.WriteMessages(ctx, kafka.Message{Topic: "floods", Key: []byte(id)}) // want "IDV502: .*WriteMessages"
}
