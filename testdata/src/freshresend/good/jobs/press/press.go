// Package press prints newspapers in tasks of machinery, which runs a failed task again.
package press

import (
	"context"
	"errors"

	machinery "github.com/RichardKnop/machinery/v1"
	"github.com/RichardKnop/machinery/v1/tasks"
	"github.com/google/uuid"
)

// Press is a printing press.
type Press struct{ server *machinery.Server }

// Register names the tasks.
func (p *Press) Register() error {
	return p.server.RegisterTasks(map[string]any{"plate": p.plate})
}

// plate etches a plate and sends it to the fold. The next task is named after this one.
func (p *Press) plate(ctx context.Context, page string) error {
	own := tasks.SignatureFromContext(ctx)
	if own == nil {
		return errors.New("not in a task")
	}
	next := &tasks.Signature{
		UUID:       "fold-" + own.UUID,
		Name:       "fold",
		RetryCount: 3,
		Args:       []tasks.Arg{{Type: "string", Value: page}},
	}
	_, err := p.server.SendTaskWithContext(ctx, next)
	return err
}

// Order sends a page that an editor has finished to the press.
func (p *Press) Order(ctx context.Context, page string) error {
	_, err := p.server.SendTaskWithContext(ctx, &tasks.Signature{
		UUID: uuid.NewString(),
		Name: "plate",
		Args: []tasks.Arg{{Type: "string", Value: page}},
	})
	return err
}
