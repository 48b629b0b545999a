// Package orm has the end of an invitation in a field, and a method that tells whether it is over.
package orm

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
)

// ErrUnknown says that there is no such invitation.
var ErrUnknown = errors.New("unknown or used")

// Invitation lets somebody join a team once.
type Invitation struct {
	Code      string `gorm:"primaryKey"`
	Team      string
	Used      bool
	ExpiresAt time.Time
}

// TableName names the table.
func (Invitation) TableName() string { return "team_invitations" }

// Over reports whether the invitation has ended.
func (i *Invitation) Over(now time.Time) bool { return !now.Before(i.ExpiresAt) }

// Invitations keeps them.
type Invitations struct{ db *gorm.DB }

// Create makes one that holds for two days.
func (i *Invitations) Create(ctx context.Context, code, team string) error {
	return i.db.WithContext(ctx).Create(&Invitation{Code: code, Team: team, ExpiresAt: time.Now().Add(48 * time.Hour)}).Error
}

func (i *Invitations) find(tx *gorm.DB, code string) (*Invitation, error) {
	var inv Invitation
	err := tx.First(&inv, "code = ? AND NOT used", code).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, ErrUnknown
	}
	return &inv, err
}

// Join uses an invitation up.
func (i *Invitations) Join(ctx context.Context, code, user string) error {
	return i.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		inv, err := i.find(tx, code)
		if err != nil {
			return err
		}
		if inv.Over(time.Now()) {
			return ErrUnknown
		}
		res := tx.Model(&Invitation{}).Where("code = ? AND NOT used", code).Update("used", true)
		if res.Error != nil {
			return res.Error
		}
		if res.RowsAffected == 0 {
			return ErrUnknown
		}
		return tx.Exec("INSERT INTO team_members (team, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING", inv.Team, user).Error
	})
}

// Open lists the invitations that somebody may still use.
func (i *Invitations) Open(ctx context.Context, team string) (open []Invitation, err error) {
	err = i.db.WithContext(ctx).Where("team = ? AND NOT used AND expires_at > ?", team, time.Now()).Find(&open).Error
	return open, err
}
