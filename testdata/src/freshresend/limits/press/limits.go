// Package limits prints newspapers in tasks of machinery, which runs a failed task again.
package limits

import (
	"context"

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

// plate etches a plate and sends it to the fold. The next task has a name of its own in each run.
func (p *Press) plate(ctx context.Context, page string) error {
	next := &tasks.Signature{
		UUID:       "fold-" + uuid.NewString(), // miss: IDV201 handlers that are registered all together in a map are not followed
		Name:       "fold",
		RetryCount: 3,
		Args:       []tasks.Arg{{Type: "string", Value: page}},
	}
	_, err := p.server.SendTaskWithContext(ctx, next)
	return err
}
