// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"net/smtp"
	"reflect"
)

// Package stamps implements this, and main puts the two together. Seen from here, the method may do anything.
type stamps interface {
	Stamp(ctx context.Context, id string) error
}

func invite(ctx context.Context, s stamps, guest string) error {
	if err := s.Stamp(ctx, guest); err != nil { // the claim is behind an interface of another package
		return err
	}
	return smtp.SendMail("mail.example:25", nil, "party@club.example", []string{guest}, []byte("Come!"))
}

// The statement is put together at run time, so that nothing says it ignores conflicts.
func remind(ctx context.Context, db *sql.DB, dialect map[string]string, guest string) error {
	if _, err := db.ExecContext(ctx, dialect["insert"]+" INTO reminded (guest) VALUES ($1) "+dialect["ignore"], guest); err != nil { // the clause is data
		return err
	}
	return smtp.SendMail("mail.example:25", nil, "party@club.example", []string{guest}, []byte("Tomorrow!"))
}

// What becomes of the result is lost in reflection.
func counted(ctx context.Context, db *sql.DB, guest string) error {
	res, err := db.ExecContext(ctx, `INSERT INTO counted (guest) VALUES ($1) ON CONFLICT DO NOTHING`, guest)
	if err != nil {
		return err
	}
	if reflect.ValueOf(res).MethodByName("RowsAffected").IsValid() { // asks whether there is a count, and not for it
		return smtp.SendMail("mail.example:25", nil, "party@club.example", []string{guest}, []byte("Welcome!"))
	}
	return nil
}
