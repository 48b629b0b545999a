// Package cards captures what a card has promised, and takes any error for a refusal.
package cards

import (
	"context"
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
	if err := h.capture(ctx, s); err != nil {
		if err := h.set(ctx, s.ID, "failed"); err != nil { // want "IDV505: .*stays"
			c.AbortWithStatus(http.StatusInternalServerError)
			return
		}
		c.AbortWithStatus(http.StatusPaymentRequired)
		return
	}
	if err := h.set(ctx, s.ID, "paid"); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusOK)
}

func (h *hotel) capture(ctx context.Context, s Stay) error {
	params := &stripe.PaymentIntentCaptureParams{}
	params.SetIdempotencyKey("stay-" + s.ID)
	_, err := h.stripe.V1PaymentIntents.Capture(ctx, s.Payment, params)
	return err
}

func (h *hotel) set(ctx context.Context, id, state string) error {
	return h.db.WithContext(ctx).Model(&Stay{}).Where("id = ? AND state = ?", id, "leaving").Update("state", state).Error
}
