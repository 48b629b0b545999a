// Package rooms books meeting rooms, behind fiber. Wishes are put under a number that the database draws.
package rooms

import (
	"database/sql"

	"github.com/gofiber/fiber/v2"
)

type rooms struct{ db *sql.DB }

func (r *rooms) routes(app *fiber.App) {
	floors := app.Group("/floors/:floor")
	floors.Put("/wishes", r.put)
	floors.Delete("/wishes/:number", r.delete)
}

func (r *rooms) put(c *fiber.Ctx) error {
	res, err := r.db.ExecContext(c.Context(), `INSERT INTO room_wishes (floor, text) VALUES (?, ?)`, c.Params("floor"), c.FormValue("text")) // want "IDV701: .*room_wishes"
	if err != nil {
		return err
	}
	number, err := res.LastInsertId()
	if err != nil {
		return err
	}
	return c.JSON(fiber.Map{"number": number})
}

func (r *rooms) delete(c *fiber.Ctx) error {
	gone, err := r.db.ExecContext(c.Context(), `DELETE FROM room_wishes WHERE floor = ? AND number = ?`, c.Params("floor"), c.Params("number"))
	if err != nil {
		return err
	}
	if n, err := gone.RowsAffected(); err == nil && n == 0 {
		return missing(c) // want "IDV701: .*404"
	}
	return c.SendStatus(fiber.StatusNoContent)
}

func missing(c *fiber.Ctx) error { return c.Status(fiber.StatusNotFound).SendString("no such wish") }
