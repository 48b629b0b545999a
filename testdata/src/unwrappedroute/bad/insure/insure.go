// Package insure has a group of routes that need a key, and one route beside the group.
package insure

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Policy is a contract.
type Policy struct {
	ID       uint   `json:"id"`
	Customer string `json:"-" gorm:"uniqueIndex:policy_once"`
	Request  string `json:"-" gorm:"uniqueIndex:policy_once"`
	Kind     string `json:"kind"`
}

// Damage is something broken.
type Damage struct {
	ID       uint   `json:"id"`
	Customer string `json:"-"`
	What     string `json:"what"`
}

type desk struct{ db *gorm.DB }

func (d *desk) routes(r *gin.Engine) {
	v1 := r.Group("/v1", login)
	v1.POST("/damages", d.damage) // want "IDV703: .*/damages"
	keyed := v1.Group("", needKey)
	keyed.POST("/policies", d.policy)
	keyed.POST("/renewals", d.renew)
	v1.GET("/policies/:id", d.show)
}

func login(c *gin.Context) {
	user, _, ok := c.Request.BasicAuth()
	if !ok {
		c.AbortWithStatus(http.StatusUnauthorized)
		return
	}
	c.Set("customer", user)
}

func needKey(c *gin.Context) {
	key := c.GetHeader("Idempotency-Key")
	if key == "" {
		c.AbortWithStatusJSON(http.StatusBadRequest, gin.H{"error": "a key, please"})
		return
	}
	c.Set("key", key)
}

func (d *desk) policy(c *gin.Context) { d.add(c, c.Query("kind")) }

func (d *desk) renew(c *gin.Context) { d.add(c, "renewal") }

func (d *desk) add(c *gin.Context, kind string) {
	p := Policy{Customer: c.GetString("customer"), Request: c.GetString("key"), Kind: kind}
	once := clause.OnConflict{Columns: []clause.Column{{Name: "customer"}, {Name: "request"}}, DoNothing: true}
	if err := d.db.WithContext(c).Clauses(once).Create(&p).Error; err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusNoContent)
}

func (d *desk) damage(c *gin.Context) {
	one := Damage{Customer: c.GetString("customer"), What: c.Query("what")}
	if err := d.db.WithContext(c).Create(&one).Error; err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusCreated, one)
}

func (d *desk) show(c *gin.Context) {
	var p Policy
	if err := d.db.WithContext(c).First(&p, "id = ? AND customer = ?", c.Param("id"), c.GetString("customer")).Error; err != nil {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, p)
}
