// Package router says what the lamps serve.
package router

import (
	"github.com/gin-gonic/gin"

	"example.com/cases/putinserts/bad/lamps/handlers"
)

// Routes adds the lamps to a router.
func Routes(r *gin.Engine, l *handlers.Lamps) {
	scenes := r.Group("/scenes")
	scenes.PUT("", l.Save)           // want "IDV701: .*lamp_scenes"
	scenes.DELETE("/:scene", l.Drop) // want "IDV701: .*404"
	scenes.GET("/:scene", l.Show)
}
