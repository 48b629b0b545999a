// Package orm makes its claims with gorm.
package orm

import (
	"context"
	"net/smtp"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Digest is the weekly mail to one reader.
type Digest struct {
	Reader string `gorm:"primaryKey"`
	Week   string `gorm:"primaryKey"`
	SentAt time.Time
}

// TableName names the table.
func (Digest) TableName() string { return "digests" }

// Mailer sends digests.
type Mailer struct {
	db   *gorm.DB
	host string
	auth smtp.Auth
}

// Send is called by a timer on each of the servers.
func (m *Mailer) Send(ctx context.Context, reader, week string, text []byte) error {
	if err := m.claim(ctx, reader, week); err != nil {
		return err
	}
	return smtp.SendMail(m.host, m.auth, "digest@paper.example", []string{reader}, text)
}

func (m *Mailer) claim(ctx context.Context, reader, week string) error {
	d := Digest{Reader: reader, Week: week, SentAt: time.Now()}
	return m.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&d).Error // want "IDV308: .*digests"
}

// Ticket is a seat in a theatre.
type Ticket struct {
	ID    string `gorm:"primaryKey"`
	State string
	Buyer string
}

// TableName names the table.
func (Ticket) TableName() string { return "tickets" }

type printer struct{ host string }

// print sends a ticket to the printer of the box office.
func (p printer) print(auth smtp.Auth, ticket string) error {
	return smtp.SendMail(p.host, auth, "box@theatre.example", []string{"printer@theatre.example"}, []byte(ticket))
}

// Office sells tickets.
type Office struct {
	db      *gorm.DB
	printer printer
	auth    smtp.Auth
}

// Sell is called from two windows at once.
func (o *Office) Sell(ctx context.Context, ticket, buyer string) error {
	err := o.db.WithContext(ctx).Model(&Ticket{}).Where("id = ? AND state = ?", ticket, "free").Updates(map[string]any{"state": "sold", "buyer": buyer}).Error // want "IDV308: .*tickets"
	if err != nil {
		return err
	}
	return o.printer.print(o.auth, ticket)
}
