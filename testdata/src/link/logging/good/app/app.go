// Package app wires the program.
package app

import (
	"database/sql"
	"log/slog"

	"example.com/cases/link/logging/good/logged"
	"example.com/cases/link/logging/good/store"
	"example.com/cases/link/logging/good/tanks"
)

// Intake builds the intake.
func Intake(db *sql.DB) *tanks.Intake {
	return tanks.NewIntake(logged.Logged{Next: &store.Table{DB: db}, Log: slog.Default()})
}
