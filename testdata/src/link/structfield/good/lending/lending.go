// Package lending hands out tools. The store is an exported field that a composite literal fills.
package lending

import "context"

// Loan says who has a tool.
type Loan struct{ Tool, Borrower string }

// Shelves knows who has which tool.
type Shelves interface {
	// Take reports whether the tool was there, or is with this borrower already.
	Take(ctx context.Context, l Loan) (bool, error)
}

// Desk is the use case.
type Desk struct {
	Shelves Shelves
	Branch  string
}

// Lend gives the tool to the borrower unless somebody has it.
func (d Desk) Lend(ctx context.Context, l Loan) (bool, error) { return d.Shelves.Take(ctx, l) }
