// Package invites stores the invitation with its mail, and a relay sends what is stored. The provider drops a repeat of a key.
package invites

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"
	"github.com/resend/resend-go/v2"
	"gorm.io/gorm"
)

// Invite is a row of invites.
type Invite struct {
	ID    int64
	Team  string
	Guest string
}

// TableName names the table.
func (Invite) TableName() string { return "invites" }

// Mail is a row of invite_mails, the outbox.
type Mail struct {
	ID      int64
	Guest   string
	Subject string
	Sent    bool
}

// TableName names the table.
func (Mail) TableName() string { return "invite_mails" }

// desk invites people.
type desk struct {
	db     *gorm.DB
	resend *resend.Client
}

func (d *desk) routes(e *echo.Echo) { e.POST("/teams/:team/invites", d.invite) }

func (d *desk) invite(c echo.Context) error {
	in := Invite{Team: c.Param("team"), Guest: c.FormValue("guest")}
	err := d.db.WithContext(c.Request().Context()).Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(&in).Error; err != nil {
			return err
		}
		return tx.Create(&Mail{Guest: in.Guest, Subject: "Join " + in.Team}).Error
	})
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusCreated)
}

// relay runs every few seconds.
func (d *desk) relay(ctx context.Context) error {
	var waiting []Mail
	if err := d.db.WithContext(ctx).Where("sent = ?", false).Order("id").Limit(50).Find(&waiting).Error; err != nil {
		return err
	}
	var errs []error
	for _, m := range waiting {
		errs = append(errs, d.send(ctx, m))
	}
	return errors.Join(errs...)
}

func (d *desk) send(ctx context.Context, m Mail) error {
	_, err := d.resend.Emails.SendWithOptions(ctx,
		&resend.SendEmailRequest{From: "desk@example.com", To: []string{m.Guest}, Subject: m.Subject, Text: "You are invited."},
		&resend.SendEmailOptions{IdempotencyKey: "invite-mail-" + strconv.FormatInt(m.ID, 10)})
	if err != nil {
		return err
	}
	return d.db.WithContext(ctx).Model(&Mail{}).Where("id = ?", m.ID).Update("sent", true).Error
}
