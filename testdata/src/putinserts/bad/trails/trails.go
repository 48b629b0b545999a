// Package trails keeps hiking trails in documents and their pictures in files.
package trails

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"

	"github.com/labstack/echo/v4"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type trail struct {
	ID   bson.ObjectID `bson:"_id" json:"id"`
	Name string        `bson:"name" json:"name"`
	Km   int           `bson:"km" json:"km"`
}

type service struct {
	trails   *mongo.Collection
	pictures string
}

func open(db *mongo.Database, pictures string) *service {
	return &service{trails: db.Collection("trails"), pictures: pictures}
}

func (s *service) routes(e *echo.Echo) {
	e.PUT("/trails", s.put)
	e.DELETE("/trails/:id", s.delete)
	e.DELETE("/pictures/:file", s.deletePicture)
}

func (s *service) put(c echo.Context) error {
	var t trail
	if err := c.Bind(&t); err != nil {
		return err
	}
	t.ID = bson.NewObjectID()
	if _, err := s.trails.InsertOne(c.Request().Context(), t); err != nil { // want "IDV701: .*trails"
		return err
	}
	return c.JSON(http.StatusOK, t)
}

func (s *service) delete(c echo.Context) error {
	id, err := bson.ObjectIDFromHex(c.Param("id"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	res, err := s.trails.DeleteOne(c.Request().Context(), bson.M{"_id": id})
	if err != nil {
		return err
	}
	if res.DeletedCount == 0 {
		return echo.NewHTTPError(http.StatusNotFound, "no such trail") // want "IDV701: .*404"
	}
	return c.NoContent(http.StatusNoContent)
}

func (s *service) deletePicture(c echo.Context) error {
	err := os.Remove(filepath.Join(s.pictures, filepath.Base(c.Param("file"))))
	if errors.Is(err, fs.ErrNotExist) {
		return echo.ErrNotFound // want "IDV701: .*404"
	}
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
