package domain

import "errors"

var (
	// ErrNotFound says that there is no such row.
	ErrNotFound = errors.New("not found")
	// ErrKeyReused says that a key came back with another request.
	ErrKeyReused = errors.New("the key was used for another request")
	// ErrTooMuch says that the balance does not cover it.
	ErrTooMuch = errors.New("the balance does not cover it")
	// ErrTooLate says that the payout is on its way.
	ErrTooLate = errors.New("on its way")
	// ErrBusy says that the first attempt is still at work.
	ErrBusy = errors.New("in progress")
	// ErrRefused is a definite no of a processor or a bank: nothing was done. Every other error of theirs leaves the outcome open.
	ErrRefused = errors.New("refused")
)
