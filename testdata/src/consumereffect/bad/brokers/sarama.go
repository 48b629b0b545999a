package brokers

import (
	"encoding/json"
	"net/smtp"

	"github.com/IBM/sarama"
)

// parcels mails whoever waits for one.
type parcels struct{ relay string }

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
		if err := p.arrived(it.Number, it.Mail); err != nil {
			return err
		}
		s.MarkMessage(m, "")
	}
	return nil
}

func (p *parcels) arrived(number, to string) error {
	text := "Subject: Parcel " + number + "\r\n\r\nIt is here.\r\n"
	return smtp.SendMail(p.relay, nil, "depot@example.com", []string{to}, []byte(text)) // want "IDV504: .*SendMail"
}
