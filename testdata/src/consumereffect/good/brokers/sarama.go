package brokers

import (
	"context"
	"encoding/json"

	"github.com/IBM/sarama"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// ParcelMail is a row of parcel_mails, from which a relay with keys sends.
type ParcelMail struct {
	Number string `gorm:"primaryKey"`
	Mail   string
	Sent   bool
}

// TableName names the table.
func (ParcelMail) TableName() string { return "parcel_mails" }

// parcels asks for a mail to whoever waits for one.
type parcels struct{ db *gorm.DB }

// Setup is part of the handler of a consumer group.
func (p *parcels) Setup(sarama.ConsumerGroupSession) error { return nil }

// Cleanup is part of the handler of a consumer group.
func (p *parcels) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim reads one partition.
func (p *parcels) ConsumeClaim(s sarama.ConsumerGroupSession, c sarama.ConsumerGroupClaim) error {
	for m := range c.Messages() {
		var it struct{ Number, Mail string }
		if err := json.Unmarshal(m.Value, &it); err != nil {
			return err
		}
		if err := p.arrived(s.Context(), it.Number, it.Mail); err != nil {
			return err
		}
		s.MarkMessage(m, "")
	}
	return nil
}

func (p *parcels) arrived(ctx context.Context, number, to string) error {
	return p.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&ParcelMail{Number: number, Mail: to}).Error
}
