// Package roomstest has a book for tests, and a house with such a book.
package roomstest

import (
	"context"
	"database/sql"
	"errors"

	"example.com/cases/link/mockbeside/bad/mocks"
	"example.com/cases/link/mockbeside/bad/rooms"
)

// FakeBook keeps the book in the database of a test.
type FakeBook struct{ DB *sql.DB }

// Guest looks up who sleeps in the room.
func (f *FakeBook) Guest(ctx context.Context, room string) (string, error) {
	var who string
	err := f.DB.QueryRowContext(ctx, `SELECT guest FROM fake_rooms WHERE room = ?`, room).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return who, err
}

// Enter writes the guest.
func (f *FakeBook) Enter(ctx context.Context, room, guest string) error {
	_, err := f.DB.ExecContext(ctx, `INSERT INTO fake_rooms (room, guest) VALUES (?, ?)`, room, guest)
	return err
}

// House is a house for tests.
func House(db *sql.DB) *rooms.House { return rooms.New(&FakeBook{DB: db}) }

// Told is a house whose book does what the test says.
func Told(m *mocks.MockBook) *rooms.House { return rooms.New(m) }
