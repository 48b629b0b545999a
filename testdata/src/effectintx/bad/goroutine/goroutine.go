// Package goroutine pushes from goroutines and deferred calls that a transaction starts. They do not wait for the commit.
package goroutine

import (
	"context"
	"log/slog"

	"firebase.google.com/go/v4/messaging"
	"github.com/sideshow/apns2"
	"gorm.io/gorm"
)

// Goal is a row of goals.
type Goal struct {
	ID     int64
	Match  string
	Scorer string
}

// TableName names the table.
func (Goal) TableName() string { return "goals" }

// stadium tells fans.
type stadium struct {
	db   *gorm.DB
	fcm  *messaging.Client
	apns *apns2.Client
}

func (s *stadium) goal(ctx context.Context, g Goal) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(&g).Error; err != nil {
			return err
		}
		go s.cheer(context.WithoutCancel(ctx), g)
		return tx.Exec("UPDATE matches SET last_goal = ? WHERE id = ?", g.ID, g.Match).Error
	})
}

func (s *stadium) cheer(ctx context.Context, g Goal) {
	_, err := s.fcm.Send(ctx, &messaging.Message{Topic: g.Match, Notification: &messaging.Notification{Title: "Goal!"}}) // want "IDV502: .*Send"
	if err != nil {
		slog.ErrorContext(ctx, "no cheer", "error", err)
	}
}

// whistle pushes when the closure ends, which is before the commit.
func (s *stadium) whistle(ctx context.Context, match, device string) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) (err error) {
		defer func() {
			if err == nil {
				_, err = s.apns.PushWithContext(ctx, &apns2.Notification{DeviceToken: device, Payload: `{"aps":{"alert":"It is over"}}`}) // want "IDV502: .*PushWithContext"
			}
		}()
		return tx.Exec("UPDATE matches SET state = 'over' WHERE id = ?", match).Error
	})
}
