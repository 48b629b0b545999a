// Package trails keeps hiking trails in documents and their pictures in files.
package trails

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"

	"github.com/labstack/echo/v4"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type trail struct {
	ID   string `bson:"_id" json:"id"`
	Name string `bson:"name" json:"name"`
	Km   int    `bson:"km" json:"km"`
}

type service struct {
	trails   *mongo.Collection
	pictures string
}

func (s *service) routes(e *echo.Echo) {
	e.PUT("/trails/:id", s.put)
	e.PUT("/trails/:id/first", s.create)
	e.DELETE("/trails/:id", s.delete)
	e.PUT("/pictures/:file", s.putPicture)
	e.DELETE("/pictures/:file", s.deletePicture)
}

func (s *service) put(c echo.Context) error {
	var t trail
	if err := c.Bind(&t); err != nil {
		return err
	}
	t.ID = c.Param("id")
	_, err := s.trails.ReplaceOne(c.Request().Context(), bson.M{"_id": t.ID}, t, options.Replace().SetUpsert(true))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, t)
}

// create is for those who say that there must not be one: they want to know that there is.
func (s *service) create(c echo.Context) error {
	if c.Request().Header.Get("If-None-Match") != "*" {
		return echo.NewHTTPError(http.StatusPreconditionRequired)
	}
	var t trail
	if err := c.Bind(&t); err != nil {
		return err
	}
	t.ID = c.Param("id")
	_, err := s.trails.InsertOne(c.Request().Context(), t)
	if mongo.IsDuplicateKeyError(err) {
		return echo.NewHTTPError(http.StatusPreconditionFailed)
	}
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusCreated)
}

func (s *service) delete(c echo.Context) error {
	if _, err := s.trails.DeleteOne(c.Request().Context(), bson.M{"_id": c.Param("id")}); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// putPicture writes beside the file, and puts it in its place.
func (s *service) putPicture(c echo.Context) error {
	tmp, err := os.CreateTemp(s.pictures, "picture-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := io.Copy(tmp, c.Request().Body); err != nil {
		return errors.Join(err, tmp.Close())
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), s.path(c)); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func (s *service) deletePicture(c echo.Context) error {
	if err := os.Remove(s.path(c)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func (s *service) path(c echo.Context) string {
	return filepath.Join(s.pictures, filepath.Base(c.Param("file")))
}
