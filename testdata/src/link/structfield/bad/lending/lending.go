// Package lending hands out tools. The store is an exported field that a composite literal fills.
package lending

import "context"

// Loan says who has a tool.
type Loan struct{ Tool, Borrower string }

// Shelves knows who has which tool.
type Shelves interface {
	Find(ctx context.Context, tool string) (*Loan, error)
	Save(ctx context.Context, l Loan) error
}

// Desk is the use case.
type Desk struct {
	Shelves Shelves
	Branch  string
}

// Lend gives the tool to the borrower unless somebody has it.
func (d Desk) Lend(ctx context.Context, l Loan) (bool, error) {
	held, err := d.Shelves.Find(ctx, l.Tool)
	if err != nil {
		return false, err
	}
	if held != nil {
		return held.Borrower == l.Borrower, nil
	}
	if err := d.Shelves.Save(ctx, l); err != nil { // linked "IDV301: PutItem|tool-loans"
		return false, err
	}
	return true, nil
}
