// Package jobs gives night jobs to one machine. The lock behind the interface is one of the database that the
// board is in.
package jobs

import "context"

// Locks runs do while nobody else of the same name does.
type Locks interface {
	While(ctx context.Context, name string, do func(ctx context.Context) error) error
}

// Board knows which machine has a job.
type Board interface {
	Machine(ctx context.Context, job string) (string, error)
	Give(ctx context.Context, job, machine string) error
}

// Night is the use case.
type Night struct {
	Locks Locks
	Board Board
}

// Take takes a job for a machine.
func (n *Night) Take(ctx context.Context, job, machine string) (mine bool, err error) {
	err = n.Locks.While(ctx, "job/"+job, func(ctx context.Context) error {
		has, err := n.Board.Machine(ctx, job)
		if err != nil || has != "" {
			mine = has == machine
			return err
		}
		mine = true
		return n.Board.Give(ctx, job, machine)
	})
	return mine && err == nil, err
}
