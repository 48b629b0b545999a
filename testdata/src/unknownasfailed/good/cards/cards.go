// Package cards captures what a card has promised, and believes in a refusal only if the card's bank says so.
package cards

import (
	"context"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/stripe/stripe-go/v84"
	"gorm.io/gorm"
)

// Stay is a row of stays.
type Stay struct {
	ID      string
	Payment string
	State   string
}

// TableName names the table.
func (Stay) TableName() string { return "stays" }

// hotel captures when a guest leaves.
type hotel struct {
	db     *gorm.DB
	stripe *stripe.Client
}

func (h *hotel) routes(g *gin.Engine) { g.POST("/stays/:stay/leave", h.leave) }

func (h *hotel) leave(c *gin.Context) {
	ctx := c.Request.Context()
	var s Stay
	if err := h.db.WithContext(ctx).First(&s, "id = ?", c.Param("stay")).Error; err != nil {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	state, err := h.pay(ctx, s)
	if err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusOK, gin.H{"state": state})
}

// pay has three outcomes. The third is not an end: resolve asks again.
func (h *hotel) pay(ctx context.Context, s Stay) (string, error) {
	err := h.capture(ctx, s)
	state := "unknown"
	var refusal *stripe.Error
	switch {
	case err == nil:
		state = "paid"
	case errors.As(err, &refusal) && refusal.Type == stripe.ErrorTypeCard:
		state = "failed"
	}
	return state, h.set(context.WithoutCancel(ctx), s.ID, state)
}

func (h *hotel) capture(ctx context.Context, s Stay) error {
	params := &stripe.PaymentIntentCaptureParams{}
	params.SetIdempotencyKey("stay-" + s.ID)
	_, err := h.stripe.V1PaymentIntents.Capture(ctx, s.Payment, params)
	return err
}

func (h *hotel) set(ctx context.Context, id, state string) error {
	return h.db.WithContext(ctx).Model(&Stay{}).Where("id = ? AND state IN ?", id, []string{"leaving", "unknown"}).Update("state", state).Error
}

func (h *hotel) resolve(ctx context.Context) error {
	var open []Stay
	if err := h.db.WithContext(ctx).Where("state IN ?", []string{"leaving", "unknown"}).Find(&open).Error; err != nil {
		return err
	}
	var errs []error
	for _, s := range open {
		_, err := h.pay(ctx, s)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
