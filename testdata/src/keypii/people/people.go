// Package people knows persons, and makes keys of what it knows.
package people

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Person is somebody.
type Person struct {
	ID        string
	FullName  string
	Email     string
	Phone     string
	TaxID     string
	BirthDate time.Time
}

// GetEmail is the getter that generators make.
func (p *Person) GetEmail() string { return p.Email }

// Staff is somebody who works here.
type Staff struct {
	Person
	Badge string
}

// RefOf makes a reference of the person's name and birthday.
func RefOf(p Person) string { return p.FullName + "_" + p.BirthDate.Format(time.DateOnly) }

// Pseudonym stands for a text, and does not tell it.
func Pseudonym(secret []byte, text string) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))
}
