// Package clubs has the members of clubs, behind gin and gorm.
package clubs

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Club is what people join.
type Club struct {
	Name   string `gorm:"primaryKey"`
	Closed bool
}

// ClubMember is one of a club.
type ClubMember struct {
	Club string `json:"club" gorm:"primaryKey"`
	Name string `json:"name" gorm:"primaryKey"`
	Role string `json:"role"`
}

type api struct{ db *gorm.DB }

func (a *api) routes(r *gin.Engine) {
	g := r.Group("/clubs/:club", a.exists)
	g.PUT("/members/:name", a.putMember)
	g.DELETE("/members/:name", a.deleteMember)
	g.PUT("/closed", a.close)
}

// exists answers 404 for a club that nobody has founded, before anything is done.
func (a *api) exists(c *gin.Context) {
	var club Club
	err := a.db.WithContext(c).First(&club, "name = ?", c.Param("club")).Error
	switch {
	case errors.Is(err, gorm.ErrRecordNotFound):
		c.AbortWithStatus(http.StatusNotFound)
	case err != nil:
		c.AbortWithStatus(http.StatusInternalServerError)
	}
}

// putMember stores the member under the name of the path.
func (a *api) putMember(c *gin.Context) {
	one := ClubMember{Club: c.Param("club"), Name: c.Param("name"), Role: c.Query("role")}
	err := a.db.WithContext(c).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "club"}, {Name: "name"}},
		DoUpdates: clause.AssignmentColumns([]string{"role"}),
	}).Create(&one).Error
	if err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusOK, one)
}

func (a *api) deleteMember(c *gin.Context) {
	gone := a.db.WithContext(c).Where("club = ? AND name = ?", c.Param("club"), c.Param("name")).Delete(&ClubMember{})
	if gone.Error != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusOK, gin.H{"deleted": gone.RowsAffected})
}

// close changes what is there, and makes nothing. Asked twice about a club that is not there, it says so twice.
func (a *api) close(c *gin.Context) {
	set := a.db.WithContext(c).Model(&Club{}).Where("name = ?", c.Param("club")).Update("closed", true)
	if set.Error != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	if set.RowsAffected == 0 {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	c.Status(http.StatusNoContent)
}
