// Package mocks has stand-ins for tests.
package mocks

import "context"

// MockBook answers what it was told to.
type MockBook struct {
	GuestFunc func(ctx context.Context, room string) (string, error)
	EnterFunc func(ctx context.Context, room, guest string) error
}

// Guest calls GuestFunc.
func (m *MockBook) Guest(ctx context.Context, room string) (string, error) {
	return m.GuestFunc(ctx, room)
}

// Enter calls EnterFunc.
func (m *MockBook) Enter(ctx context.Context, room, guest string) error {
	return m.EnterFunc(ctx, room, guest)
}
