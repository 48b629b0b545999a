// Package invites mails first and stores the invitation afterwards. When the row is not written, the guest has a link to nothing.
package invites

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"
	"github.com/wneessen/go-mail"
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

// desk invites people.
type desk struct {
	db   *gorm.DB
	smtp *mail.Client
}

func (d *desk) routes(e *echo.Echo) { e.POST("/teams/:team/invites", d.invite) }

func (d *desk) invite(c echo.Context) error {
	in := Invite{Team: c.Param("team"), Guest: c.FormValue("guest")}
	ctx := c.Request().Context()
	if err := d.write(ctx, in); err != nil {
		return err
	}
	if err := d.db.WithContext(ctx).Create(&in).Error; err != nil {
		return err
	}
	return c.NoContent(http.StatusCreated)
}

func (d *desk) write(ctx context.Context, in Invite) error {
	m := mail.NewMsg()
	if err := m.From("desk@example.com"); err != nil {
		return err
	}
	if err := m.To(in.Guest); err != nil {
		return err
	}
	m.Subject("Join " + in.Team)
	m.SetBodyString(mail.TypeTextPlain, "You are invited.")
	return d.smtp.DialAndSendWithContext(ctx, m) // want "IDV501: .*DialAndSendWithContext"
}
