// Package goroutine pushes after the commit, and the pushes replace each other.
package goroutine

import (
	"context"
	"errors"
	"fmt"

	"firebase.google.com/go/v4/messaging"
	"github.com/sideshow/apns2"
	"gorm.io/gorm"
)

// Match is a row of matches.
type Match struct {
	ID    string
	State string
	Told  bool
}

// TableName names the table.
func (Match) TableName() string { return "matches" }

// stadium tells fans.
type stadium struct {
	db   *gorm.DB
	fcm  *messaging.Client
	apns *apns2.Client
}

// whistle ends the match, and a sweep tells.
func (s *stadium) whistle(ctx context.Context, match string) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Model(&Match{}).Where("id = ? AND state = ?", match, "on").Updates(map[string]any{"state": "over", "told": false}).Error; err != nil {
			return err
		}
		return tx.Exec("UPDATE gates SET open = true WHERE match_id = ?", match).Error
	})
}

func (s *stadium) sweep(ctx context.Context, device string) error {
	var over []Match
	if err := s.db.WithContext(ctx).Where("state = ? AND told = ?", "over", false).Find(&over).Error; err != nil {
		return err
	}
	var errs []error
	for _, m := range over {
		errs = append(errs, s.tell(ctx, m.ID, device))
	}
	return errors.Join(errs...)
}

func (s *stadium) tell(ctx context.Context, match, device string) error {
	res, err := s.apns.PushWithContext(ctx, &apns2.Notification{DeviceToken: device, CollapseID: "over-" + match, Payload: `{"aps":{"alert":"It is over"}}`})
	if err != nil {
		return err
	}
	if !res.Sent() {
		return fmt.Errorf("push: %s", res.Reason)
	}
	return s.db.WithContext(ctx).Model(&Match{}).Where("id = ?", match).Update("told", true).Error
}

// try checks a text against the service in the transaction that stores it. A dry run sends nothing.
func (s *stadium) try(ctx context.Context, match, text string) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Model(&Match{}).Where("id = ?", match).Update("slogan", text).Error; err != nil {
			return err
		}
		_, err := s.fcm.SendDryRun(ctx, &messaging.Message{Topic: match, Notification: &messaging.Notification{Title: text}})
		return err
	})
}
