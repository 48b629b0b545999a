// Package handlers serves lamps. Which requests it serves is said elsewhere.
package handlers

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

// LampMood is a row.
type LampMood struct {
	ID   uint   `json:"id" gorm:"primaryKey"`
	Room string `json:"room"`
}

// Lamps has a database.
type Lamps struct{ DB *gorm.DB }

// Add makes a mood. It is for POST.
func (l *Lamps) Add(c *gin.Context) {
	mood := LampMood{Room: c.Query("room")}
	if err := l.DB.WithContext(c).Create(&mood).Error; err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusOK, mood)
}

// Drop deletes a mood, if there is one.
func (l *Lamps) Drop(c *gin.Context) {
	if err := l.DB.WithContext(c).Where("id = ?", c.Param("mood")).Delete(&LampMood{}).Error; err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusNoContent)
}

// Use takes a mood once: it is for POST, and says that it is gone.
func (l *Lamps) Use(c *gin.Context) {
	gone := l.DB.WithContext(c).Where("id = ?", c.Param("mood")).Delete(&LampMood{})
	if gone.Error != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	if gone.RowsAffected == 0 {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	c.Status(http.StatusNoContent)
}
