// Package orm stores through ORMs and publishes afterwards, in the handler, in a goroutine or in a service.
package orm

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sns"
	"github.com/labstack/echo/v4"
	"github.com/twmb/franz-go/pkg/kgo"
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

// vet keeps pets.
type vet struct {
	db    *gorm.DB
	sns   *sns.Client
	topic string
	kafka *kgo.Client
}

func (v *vet) routes(e *echo.Echo) {
	e.POST("/pets", v.register)
	e.POST("/pets/dead", v.bury)
}

func (v *vet) register(c echo.Context) error {
	p := Pet{Name: c.FormValue("name")}
	ctx := c.Request().Context()
	if err := v.db.WithContext(ctx).Create(&p).Error; err != nil {
		return err
	}
	if err := v.tell(ctx, p); err != nil {
		return err
	}
	return c.NoContent(http.StatusCreated)
}

func (v *vet) tell(ctx context.Context, p Pet) error {
	_, err := v.sns.Publish(ctx, &sns.PublishInput{TopicArn: aws.String(v.topic), Message: aws.String(strconv.FormatInt(p.ID, 10))}) // want "IDV503: .*Publish"
	return err
}

// Burial is a row of burials.
type Burial struct {
	ID  int64
	Pet string
}

// TableName names the table.
func (Burial) TableName() string { return "burials" }

// bury publishes in a goroutine, which dies with the process.
func (v *vet) bury(c echo.Context) error {
	b := Burial{Pet: c.FormValue("pet")}
	err := v.db.WithContext(c.Request().Context()).Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(&b).Error; err != nil {
			return err
		}
		return tx.Delete(&Pet{}, "name = ?", b.Pet).Error
	})
	if err != nil {
		return err
	}
	go v.mourn(context.WithoutCancel(c.Request().Context()), b)
	return c.NoContent(http.StatusCreated)
}

func (v *vet) mourn(ctx context.Context, b Burial) {
	err := v.kafka.ProduceSync(ctx, &kgo.Record{Topic: "buried", Value: []byte(b.Pet)}).FirstErr() // want "IDV503: .*ProduceSync"
	if err != nil {
		slog.ErrorContext(ctx, "not published", "error", err)
	}
}

// Walk is a row of walks.
type Walk struct {
	bun.BaseModel `bun:"table:walks"`

	ID  int64 `bun:",pk,autoincrement"`
	Dog string
}

// walker takes dogs out.
type walker struct {
	db  *bun.DB
	bus *azservicebus.Sender
}

func (w *walker) walk(ctx context.Context, dog string) error {
	it := &Walk{Dog: dog}
	err := w.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(it).Exec(ctx)
		return err
	})
	if err != nil {
		return err
	}
	id := "walk-" + strconv.FormatInt(it.ID, 10)
	return w.bus.SendMessage(ctx, &azservicebus.Message{MessageID: &id, Body: []byte(dog)}, nil) // want "IDV503: .*SendMessage"
}
