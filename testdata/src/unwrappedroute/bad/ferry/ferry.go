// Package ferry sells tickets behind fiber. The key is taken by a function in the list of a route; one list is without.
package ferry

import (
	"database/sql"

	"github.com/gofiber/fiber/v2"
	"github.com/google/uuid"
)

type ferry struct{ db *sql.DB }

func (f *ferry) routes(app *fiber.App) {
	port := app.Group("/ports/:port")
	port.Post("/tickets", key, f.ticket)
	port.Post("/cars", key, f.car)
	port.Post("/freight", f.freight) // want "IDV703: .*/freight"
	port.Get("/tickets/:ticket", f.show)
}

// key takes the key from the header.
func key(c *fiber.Ctx) error {
	k := c.Get("Idempotency-Key")
	if k == "" {
		return c.SendStatus(fiber.StatusBadRequest)
	}
	c.Locals("key", k)
	return c.Next()
}

func (f *ferry) ticket(c *fiber.Ctx) error {
	return f.once(c, `INSERT INTO ferry_tickets (port, request, name) VALUES ($1, $2, $3) ON CONFLICT (port, request) DO NOTHING`)
}

func (f *ferry) car(c *fiber.Ctx) error {
	return f.once(c, `INSERT INTO ferry_cars (port, request, name) VALUES ($1, $2, $3) ON CONFLICT (port, request) DO NOTHING`)
}

func (f *ferry) once(c *fiber.Ctx, insert string) error {
	k, _ := c.Locals("key").(string)
	_, err := f.db.ExecContext(c.Context(), insert, c.Params("port"), k, c.FormValue("name"))
	return err
}

func (f *ferry) freight(c *fiber.Ctx) error {
	_, err := f.db.ExecContext(c.Context(), `INSERT INTO ferry_freight (id, port, tons) VALUES ($1, $2, $3)`, uuid.NewString(), c.Params("port"), c.FormValue("tons"))
	return err
}

func (f *ferry) show(c *fiber.Ctx) error {
	var name string
	if err := f.db.QueryRowContext(c.Context(), `SELECT name FROM ferry_tickets WHERE id = $1`, c.Params("ticket")).Scan(&name); err != nil {
		return c.SendStatus(fiber.StatusNotFound)
	}
	return c.SendString(name)
}
