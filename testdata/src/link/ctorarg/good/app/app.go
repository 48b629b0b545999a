// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/ctorarg/good/domain"
	"example.com/cases/link/ctorarg/good/store"
)

// SignUp builds the use case.
func SignUp(db *sql.DB) *domain.SignUp { return domain.NewSignUp(store.NewPostgres(db)) }
