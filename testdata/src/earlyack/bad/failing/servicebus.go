package failing

import (
	"context"
	"log"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Visit is one visit to a dentist.
type Visit struct {
	ID     string `gorm:"primaryKey"`
	Reason string
}

// TableName names the table.
func (Visit) TableName() string { return "visits" }

// practice receives visits from Service Bus.
type practice struct {
	from *azservicebus.Receiver
	db   *gorm.DB
}

func (p *practice) keep(ctx context.Context, m *azservicebus.ReceivedMessage) error {
	v := Visit{ID: m.MessageID, Reason: string(m.Body)}
	return p.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&v).Error
}

func (p *practice) run(ctx context.Context) error {
	for {
		batch, err := p.from.ReceiveMessages(ctx, 10, nil)
		if err != nil {
			return err
		}
		for _, m := range batch {
			if err := p.keep(ctx, m); err != nil {
				log.Printf("visit %s: %v", m.MessageID, err)
				if err := p.from.CompleteMessage(ctx, m, nil); err != nil { // want "IDV404: .*(CompleteMessage|visits)"
					return err
				}
				continue
			}
			if err := p.from.CompleteMessage(ctx, m, nil); err != nil {
				return err
			}
		}
	}
}
