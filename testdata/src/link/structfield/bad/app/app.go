// Package app wires the program.
package app

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"example.com/cases/link/structfield/bad/dynamo"
	"example.com/cases/link/structfield/bad/lending"
)

// Desk builds the desk of a branch.
func Desk(client *dynamodb.Client, branch string) lending.Desk {
	return lending.Desk{Shelves: &dynamo.Table{Client: client}, Branch: branch}
}
