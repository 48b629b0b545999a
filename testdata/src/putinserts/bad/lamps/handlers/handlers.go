// Package handlers serves lamps. Which requests it serves is said elsewhere.
package handlers

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

// LampScene is a row.
type LampScene struct {
	ID   uint   `json:"id" gorm:"primaryKey"`
	Room string `json:"room"`
	Glow int    `json:"glow"`
}

// Lamps has a database.
type Lamps struct{ DB *gorm.DB }

// Save makes a scene.
func (l *Lamps) Save(c *gin.Context) {
	var in struct {
		Room string `json:"room"`
		Glow int    `json:"glow"`
	}
	if err := c.ShouldBindJSON(&in); err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	scene := LampScene{Room: in.Room, Glow: in.Glow}
	if err := l.DB.WithContext(c).Create(&scene).Error; err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusOK, scene)
}

// Drop deletes a scene.
func (l *Lamps) Drop(c *gin.Context) {
	err := l.drop(c, c.Param("scene"))
	switch {
	case errors.Is(err, errUnknown):
		c.AbortWithStatus(http.StatusNotFound)
	case err != nil:
		c.AbortWithStatus(http.StatusInternalServerError)
	default:
		c.Status(http.StatusNoContent)
	}
}

var errUnknown = errors.New("unknown scene")

func (l *Lamps) drop(c *gin.Context, id string) error {
	gone := l.DB.WithContext(c).Where("id = ?", id).Delete(&LampScene{})
	if gone.Error != nil {
		return gone.Error
	}
	if gone.RowsAffected == 0 {
		return errUnknown
	}
	return nil
}

// Show answers 404 for what is not there, as GET may.
func (l *Lamps) Show(c *gin.Context) {
	var scene LampScene
	if err := l.DB.WithContext(c).First(&scene, "id = ?", c.Param("scene")).Error; err != nil {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, scene)
}
