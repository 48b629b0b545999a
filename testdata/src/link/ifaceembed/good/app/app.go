// Package app wires the program.
package app

import (
	"go.mongodb.org/mongo-driver/v2/mongo"

	"example.com/cases/link/ifaceembed/good/docs"
	"example.com/cases/link/ifaceembed/good/keys"
)

// Porter makes a porter.
func Porter(db *mongo.Database) *keys.Porter { return keys.NewPorter(docs.New(db)) }
