// Package shop sells what is on a shelf.
package shop

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"example.com/cases/lostupdate/bad/crosspkg/shelf"
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
	if err := s.Shelves.SetPieces(ctx, article, have-want); err != nil { // want "IDV403: .*stock"
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// Routes makes the page known.
func (s *Shop) Routes(e *echo.Echo) { e.POST("/articles/:article/sell", s.Sell) }
