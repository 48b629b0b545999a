// Package rooms books meeting rooms, behind fiber. What is put has its name from the caller; what is added beside it is a trail.
package rooms

import (
	"context"
	"database/sql"
	"errors"

	"github.com/gofiber/fiber/v2"
	"github.com/google/uuid"
)

type rooms struct{ db *sql.DB }

func (r *rooms) routes(app *fiber.App) {
	app.Put("/rooms/:room/host", r.host)
	app.Put("/rooms/:room/seats", r.seats)
	app.Put("/rooms/:room/plan", r.plan)
	app.Delete("/rooms/:room/host", r.leave)
	app.Delete("/rooms/:room", r.close)
}

// host is one row for each room, whoever asks how often.
func (r *rooms) host(c *fiber.Ctx) error {
	_, err := r.db.ExecContext(c.Context(), `INSERT INTO room_hosts (room, name) VALUES ($1, $2) ON CONFLICT (room) DO UPDATE SET name = excluded.name`,
		c.Params("room"), c.FormValue("name"))
	return err
}

// seats sets a number, and notes who did.
func (r *rooms) seats(c *fiber.Ctx) error {
	if _, err := r.db.ExecContext(c.Context(), `UPDATE rooms SET seats = $2 WHERE room = $1`, c.Params("room"), c.FormValue("seats")); err != nil {
		return err
	}
	return r.note(c.Context(), c.Params("room"), "seats")
}

func (r *rooms) note(ctx context.Context, room, what string) error {
	_, err := r.db.ExecContext(ctx, `INSERT INTO room_changes (id, room, what) VALUES ($1, $2, $3)`, uuid.NewString(), room, what)
	return err
}

// plan makes a plan only where there is none.
func (r *rooms) plan(c *fiber.Ctx) error {
	var id string
	err := r.db.QueryRowContext(c.Context(), `SELECT id FROM room_plans WHERE room = $1`, c.Params("room")).Scan(&id)
	if err == nil {
		return c.SendString(id)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	id = uuid.NewString()
	if _, err := r.db.ExecContext(c.Context(), `INSERT INTO room_plans (id, room) VALUES ($1, $2) ON CONFLICT (room) DO NOTHING`, id, c.Params("room")); err != nil {
		return err
	}
	return c.SendString(id)
}

// leave answers 404 where there is no such room. That there is no host is fine.
func (r *rooms) leave(c *fiber.Ctx) error {
	var one int
	err := r.db.QueryRowContext(c.Context(), `SELECT 1 FROM rooms WHERE room = $1`, c.Params("room")).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return c.SendStatus(fiber.StatusNotFound)
	}
	if err != nil {
		return err
	}
	if _, err := r.db.ExecContext(c.Context(), `DELETE FROM room_hosts WHERE room = $1`, c.Params("room")); err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// close says how many there were, and that it went well.
func (r *rooms) close(c *fiber.Ctx) error {
	gone, err := r.db.ExecContext(c.Context(), `DELETE FROM rooms WHERE room = $1`, c.Params("room"))
	if err != nil {
		return err
	}
	n, err := gone.RowsAffected()
	if err != nil {
		return err
	}
	return c.JSON(fiber.Map{"closed": n})
}
