// Package letters writes to new members of a choir.
package letters

import (
	"context"
	"net/smtp"
)

// Letters writes letters.
type Letters struct{ Relay string }

// Welcome writes to a new member.
func (l *Letters) Welcome(_ context.Context, _ string, address []byte) error {
	return smtp.SendMail(l.Relay, nil, "choir@example.com", []string{string(address)}, []byte("Subject: Welcome\r\n\r\nSing!")) // linked "IDV504: Welcome"
}
