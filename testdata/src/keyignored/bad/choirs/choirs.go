// Package choirs takes entries for a festival, with gin and gorm. The form must have a key, which then goes nowhere.
package choirs

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

type form struct {
	Choir          string `json:"choir" binding:"required"`
	Singers        int    `json:"singers" binding:"min=4"`
	IdempotencyKey string `json:"idempotency_key" binding:"required,uuid"`
}

// ChoirEntry is a row.
type ChoirEntry struct {
	ID      uint
	Town    string
	Choir   string
	Singers int
}

func (f form) entry(town string) *ChoirEntry {
	return &ChoirEntry{Town: town, Choir: f.Choir, Singers: f.Singers}
}

type entries struct{ db *gorm.DB }

func (e *entries) add(ctx context.Context, one *ChoirEntry) error {
	return e.db.WithContext(ctx).Create(one).Error // want "IDV702: .*choir_entries"
}

type festival struct{ entries *entries }

func (f *festival) routes(r gin.IRouter) { r.POST("/towns/:town/entries", f.enter) }

func (f *festival) enter(c *gin.Context) {
	var in form
	if err := c.ShouldBindJSON(&in); err != nil {
		c.AbortWithStatusJSON(http.StatusBadRequest, gin.H{"error": err.Error()})
		return
	}
	one := in.entry(c.Param("town"))
	if err := f.entries.add(c, one); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusCreated, one)
}
