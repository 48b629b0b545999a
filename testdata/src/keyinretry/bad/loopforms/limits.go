package loopforms

import (
	"context"
	"errors"

	"github.com/google/uuid"
)

// timeoutError asks the error what it is.
func timeoutError(ctx context.Context, s shop, o order) error {
	for {
		_, err := s.Place(ctx, o, uuid.NewString()) // miss: IDV101 an error that is asked for a method is not read as an outcome
		var t interface{ Timeout() bool }
		if errors.As(err, &t) && t.Timeout() {
			continue
		}
		return err
	}
}
