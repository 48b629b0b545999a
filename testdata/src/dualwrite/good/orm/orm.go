// Package orm stores through ORMs, and the event is one more row.
package orm

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sns"
	"github.com/labstack/echo/v4"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
)

// Pet is a row of pets.
type Pet struct {
	ID   int64
	Name string
}

// TableName names the table.
func (Pet) TableName() string { return "pets" }

// Note is a row of pet_notes, the outbox.
type Note struct {
	ID   int64
	Text string
	Sent bool
}

// TableName names the table.
func (Note) TableName() string { return "pet_notes" }

// vet keeps pets.
type vet struct {
	db    *gorm.DB
	sns   *sns.Client
	topic string
}

func (v *vet) routes(e *echo.Echo) { e.POST("/pets", v.register) }

func (v *vet) register(c echo.Context) error {
	p := Pet{Name: c.FormValue("name")}
	err := v.db.WithContext(c.Request().Context()).Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(&p).Error; err != nil {
			return err
		}
		return v.tell(tx, p)
	})
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusCreated)
}

func (v *vet) tell(tx *gorm.DB, p Pet) error {
	return tx.Create(&Note{Text: strconv.FormatInt(p.ID, 10)}).Error
}

// relay publishes into a topic that drops the second message of an id.
func (v *vet) relay(ctx context.Context) error {
	var waiting []Note
	if err := v.db.WithContext(ctx).Where("sent = ?", false).Order("id").Find(&waiting).Error; err != nil {
		return err
	}
	var errs []error
	for _, n := range waiting {
		errs = append(errs, v.send(ctx, n))
	}
	return errors.Join(errs...)
}

func (v *vet) send(ctx context.Context, n Note) error {
	in := &sns.PublishInput{
		TopicArn:               aws.String(v.topic),
		MessageGroupId:         aws.String("pets"),
		MessageDeduplicationId: aws.String("note-" + strconv.FormatInt(n.ID, 10)),
		Message:                aws.String(n.Text),
	}
	if _, err := v.sns.Publish(ctx, in); err != nil {
		return err
	}
	return v.db.WithContext(ctx).Model(&Note{}).Where("id = ?", n.ID).Update("sent", true).Error
}

// Walk is a row of walks. It is its own outbox.
type Walk struct {
	bun.BaseModel `bun:"table:walks"`

	ID        int64 `bun:",pk,autoincrement"`
	Dog       string
	Published bool
}

// walker takes dogs out.
type walker struct {
	db  *bun.DB
	bus *azservicebus.Sender
}

// walk stores, and tries to publish at once. If that does not work, sweep will do it.
func (w *walker) walk(ctx context.Context, dog string) error {
	it := &Walk{Dog: dog}
	if _, err := w.db.NewInsert().Model(it).Exec(ctx); err != nil {
		return err
	}
	return w.publish(ctx, it)
}

func (w *walker) publish(ctx context.Context, it *Walk) error {
	id := "walk-" + strconv.FormatInt(it.ID, 10)
	if err := w.bus.SendMessage(ctx, &azservicebus.Message{MessageID: &id, Body: []byte(it.Dog)}, nil); err != nil {
		return err
	}
	_, err := w.db.NewUpdate().Model((*Walk)(nil)).Set("published = TRUE").Where("id = ?", it.ID).Exec(ctx)
	return err
}

func (w *walker) sweep(ctx context.Context) error {
	var waiting []Walk
	if err := w.db.NewSelect().Model(&waiting).Where("published = FALSE").Order("id").Scan(ctx); err != nil {
		return err
	}
	var errs []error
	for i := range waiting {
		errs = append(errs, w.publish(ctx, &waiting[i]))
	}
	return errors.Join(errs...)
}
