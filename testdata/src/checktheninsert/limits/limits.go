// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
)

// The store is an interface; what it does stands in another package, and nothing here joins the two.
type books interface {
	Has(ctx context.Context, isbn string) (bool, error)
	Add(ctx context.Context, isbn string) error
}

type librarian struct{ books books }

func (l *librarian) receive(ctx context.Context, isbn string) error {
	there, err := l.books.Has(ctx, isbn)
	if err != nil || there {
		return err
	}
	return l.books.Add(ctx, isbn) // miss: IDV301 what the methods do is in a package that does not meet this one
}

// The statements are put together from the fields of any struct, so that no table and no verb is a constant.
type anything struct{ db *sql.DB }

func (a *anything) statement(verb string, row any) (string, []any) {
	v := reflect.Indirect(reflect.ValueOf(row))
	var cols []string
	var args []any
	for i := range v.NumField() {
		cols = append(cols, v.Type().Field(i).Name)
		args = append(args, v.Field(i).Interface())
	}
	return fmt.Sprintf(verb, strings.ToLower(v.Type().Name()), strings.Join(cols, ", ")), args
}

func (a *anything) save(ctx context.Context, row any) error {
	look, args := a.statement("SELECT count(*) FROM %s WHERE (%s) = ($1, $2)", row)
	var n int
	if err := a.db.QueryRowContext(ctx, look, args...).Scan(&n); err != nil || n > 0 {
		return err
	}
	add, args := a.statement("INSERT INTO %s (%s) VALUES ($1, $2)", row)
	_, err := a.db.ExecContext(ctx, add, args...) // miss: IDV301 the statement is made at run time
	return err
}

// The look is a request to another service, which reads the table that this one writes.
func remote(ctx context.Context, db *sql.DB, client *http.Client, pass string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://passes.internal/"+pass, nil)
	if err != nil {
		return err
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	var answer struct{ Known bool }
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil || answer.Known {
		return err
	}
	_, err = db.ExecContext(ctx, `INSERT INTO passes (number) VALUES ($1)`, pass) // miss: IDV301 what the other service looks at is not visible
	return err
}
