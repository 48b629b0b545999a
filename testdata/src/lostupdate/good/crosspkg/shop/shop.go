// Package shop sells what is on a shelf.
package shop

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"example.com/cases/lostupdate/good/crosspkg/shelf"
)

// Shop has a web page.
type Shop struct{ Shelves *shelf.Shelves }

// Sell takes pieces off.
func (s *Shop) Sell(c echo.Context) error {
	want, err := strconv.Atoi(c.FormValue("pieces"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	ctx, article := c.Request().Context(), c.Param("article")
	have, err := s.Shelves.Pieces(ctx, article)
	if err != nil {
		return err
	}
	if have < want {
		return echo.NewHTTPError(http.StatusConflict, "sold out")
	}
	err = s.Shelves.SetPieces(ctx, article, have, have-want)
	if errors.Is(err, shelf.ErrShort) {
		return echo.NewHTTPError(http.StatusConflict, "somebody else was faster")
	}
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// Routes makes the page known.
func (s *Shop) Routes(e *echo.Echo) { e.POST("/articles/:article/sell", s.Sell) }
