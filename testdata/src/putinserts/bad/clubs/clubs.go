// Package clubs has the members of clubs, behind gin and gorm.
package clubs

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

// ClubMember is one of a club.
type ClubMember struct {
	ID   uint   `json:"id"`
	Club string `json:"club"`
	Name string `json:"name"`
}

type members struct{ db *gorm.DB }

func (m *members) join(c *gin.Context, club, name string) (ClubMember, error) {
	one := ClubMember{Club: club, Name: name}
	err := m.db.WithContext(c).Create(&one).Error // want "IDV701: .*club_members"
	return one, err
}

type api struct{ members *members }

func (a *api) routes(r *gin.Engine) {
	g := r.Group("/clubs")
	g.PUT("/:club/members", a.putMember)
	g.DELETE("/members/:id", a.deleteMember)
}

func (a *api) putMember(c *gin.Context) {
	var in struct {
		Name string `json:"name" binding:"required"`
	}
	if err := c.ShouldBindJSON(&in); err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	one, err := a.members.join(c, c.Param("club"), in.Name)
	if err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusOK, one)
}

// deleteMember looks for the member before it deletes.
func (a *api) deleteMember(c *gin.Context) {
	var one ClubMember
	err := a.members.db.WithContext(c).First(&one, "id = ?", c.Param("id")).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		c.AbortWithStatusJSON(http.StatusNotFound, gin.H{"error": "no such member"}) // want "IDV701: .*404"
		return
	}
	if err == nil {
		err = a.members.db.WithContext(c).Delete(&one).Error
	}
	if err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusNoContent)
}
