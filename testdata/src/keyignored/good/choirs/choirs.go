// Package choirs takes entries for a festival, with gin and gorm. The key of the form is unique in its town.
package choirs

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type form struct {
	Choir          string `json:"choir" binding:"required"`
	Singers        int    `json:"singers" binding:"min=4"`
	IdempotencyKey string `json:"idempotency_key" binding:"required,uuid"`
}

// ChoirEntry is a row.
type ChoirEntry struct {
	ID      uint
	Town    string `gorm:"uniqueIndex:once"`
	Key     string `gorm:"uniqueIndex:once"`
	Choir   string
	Singers int
}

func (f form) entry(town string) *ChoirEntry {
	return &ChoirEntry{Town: town, Key: f.IdempotencyKey, Choir: f.Choir, Singers: f.Singers}
}

type entries struct{ db *gorm.DB }

func (e *entries) add(ctx context.Context, one *ChoirEntry) error {
	return e.db.WithContext(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "town"}, {Name: "key"}},
		DoNothing: true,
	}).Create(one).Error
}

type festival struct{ entries *entries }

func (f *festival) routes(r gin.IRouter) { r.POST("/towns/:town/entries", f.enter) }

func (f *festival) enter(c *gin.Context) {
	var in form
	if err := c.ShouldBindJSON(&in); err != nil {
		c.AbortWithStatusJSON(http.StatusBadRequest, gin.H{"error": err.Error()})
		return
	}
	if err := f.entries.add(c, in.entry(c.Param("town"))); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusNoContent)
}
