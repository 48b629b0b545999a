// Package meters reads water meters. Alarms are rows that the transaction in the context writes, and a relay publishes them.
package meters

import (
	"context"
	"errors"
	"strconv"

	"github.com/segmentio/kafka-go"
	"gorm.io/gorm"

	"example.com/cases/effectintx/good/contexts/txctx"
)

// Meter is a row of water_meters.
type Meter struct {
	ID     string
	Litres int64
}

// TableName names the table.
func (Meter) TableName() string { return "water_meters" }

// Alarm is a row of flood_alarms, the outbox.
type Alarm struct {
	ID        int64
	Meter     string
	Published bool
}

// TableName names the table.
func (Alarm) TableName() string { return "flood_alarms" }

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
	return txctx.DB(ctx, s.db).Create(&Alarm{Meter: id}).Error
}

// Relay publishes alarms. Whoever reads the topic drops the second of an id.
func (s *Service) Relay(ctx context.Context) error {
	var waiting []Alarm
	if err := s.db.WithContext(ctx).Where("published = ?", false).Order("id").Find(&waiting).Error; err != nil {
		return err
	}
	var errs []error
	for _, a := range waiting {
		errs = append(errs, s.publish(ctx, a))
	}
	return errors.Join(errs...)
}

func (s *Service) publish(ctx context.Context, a Alarm) error {
	id := kafka.Header{Key: "event-id", Value: []byte("flood-" + strconv.FormatInt(a.ID, 10))}
	if err := s.alarms.WriteMessages(ctx, kafka.Message{Topic: "floods", Key: []byte(a.Meter), Headers: []kafka.Header{id}}); err != nil {
		return err
	}
	return s.db.WithContext(ctx).Model(&Alarm{}).Where("id = ?", a.ID).Update("published", true).Error
}
