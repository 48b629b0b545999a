// Package studios gives each route its middleware, and one route none.
package studios

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type studio struct{ takes, songs, mixes *mongo.Collection }

func (s *studio) routes(e *echo.Echo) {
	g := e.Group("/bands/:band")
	g.POST("/takes", s.take, onceOnly)
	g.POST("/songs", s.song, onceOnly)
	g.POST("/mixes", s.mix) // want "IDV703: .*/mixes"
	g.GET("/songs/:song", s.show)
}

// onceOnly refuses requests without a key.
func onceOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		key := c.Request().Header.Get("X-Idempotency-Key")
		if key == "" {
			return echo.NewHTTPError(http.StatusBadRequest, "a key, please")
		}
		c.Set("key", key)
		return next(c)
	}
}

func (s *studio) take(c echo.Context) error { return s.keep(c, s.takes) }

func (s *studio) song(c echo.Context) error { return s.keep(c, s.songs) }

// keep stores a document under the band's key.
func (s *studio) keep(c echo.Context, where *mongo.Collection) error {
	key, _ := c.Get("key").(string)
	err := insert(c.Request().Context(), where, bson.M{"_id": c.Param("band") + "/" + key, "name": c.FormValue("name")})
	if mongo.IsDuplicateKeyError(err) {
		return c.NoContent(http.StatusNoContent)
	}
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func (s *studio) mix(c echo.Context) error {
	if err := insert(c.Request().Context(), s.mixes, bson.M{"_id": bson.NewObjectID(), "band": c.Param("band"), "song": c.FormValue("song")}); err != nil {
		return err
	}
	return c.NoContent(http.StatusCreated)
}

func insert(ctx context.Context, where *mongo.Collection, doc bson.M) error {
	_, err := where.InsertOne(ctx, doc)
	return err
}

func (s *studio) show(c echo.Context) error {
	var song bson.M
	if err := s.songs.FindOne(c.Request().Context(), bson.M{"_id": c.Param("band") + "/" + c.Param("song")}).Decode(&song); err != nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	return c.JSON(http.StatusOK, song)
}
