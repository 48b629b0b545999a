// Package router says what the lamps serve.
package router

import (
	"github.com/gin-gonic/gin"

	"example.com/cases/putinserts/good/lamps/handlers"
)

// Routes adds the lamps to a router.
func Routes(r *gin.Engine, l *handlers.Lamps) {
	moods := r.Group("/moods")
	moods.POST("", l.Add)
	moods.POST("/:mood/use", l.Use)
	moods.DELETE("/:mood", l.Drop)
}
