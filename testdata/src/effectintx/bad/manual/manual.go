// Package manual begins and commits by hand, and sends in between.
package manual

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/url"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sns"
)

// school has pupils.
type school struct {
	db  *sql.DB
	pub message.Publisher
	sns *sns.Client
	url string
}

// enrol publishes before the commit, which can fail.
func (s *school) enrol(ctx context.Context, pupil string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `INSERT INTO pupils (name) VALUES ($1)`, pupil); err != nil {
		return err
	}
	if err := s.pub.Publish("pupil.enrolled", message.NewMessage("enrolled/"+pupil, []byte(pupil))); err != nil { // want "IDV502: .*Publish"
		return err
	}
	return tx.Commit()
}

// move sends a text message to the parents while the class is locked.
func (s *school) move(ctx context.Context, pupil, class, phone string) error {
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := s.seat(ctx, tx, pupil, class, phone); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *school) seat(ctx context.Context, tx *sql.Tx, pupil, class, phone string) error {
	if _, err := tx.ExecContext(ctx, `UPDATE pupils SET class = $2 WHERE name = $1`, pupil, class); err != nil {
		return err
	}
	_, err := s.sns.Publish(ctx, &sns.PublishInput{PhoneNumber: aws.String(phone), Message: aws.String("New class: " + class)}) // want "IDV502: .*Publish"
	return err
}

// expel posts in one branch only.
func (s *school) expel(ctx context.Context, pupil string, tell bool) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if tell {
		resp, err := http.PostForm(s.url+"/letters", url.Values{"pupil": {pupil}}) // want "IDV502: .*PostForm"
		if err != nil {
			return err
		}
		_ = resp.Body.Close()
		if resp.StatusCode >= 300 {
			return fmt.Errorf("letters: %s", resp.Status)
		}
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM pupils WHERE name = $1`, pupil); err != nil {
		return err
	}
	return tx.Commit()
}
