// Package tags has the tags that everything in the account gets.
package tags

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2/types"
)

// Stamped says who owns a thing, and when somebody asked for it.
func Stamped(owner string) []types.Tag {
	return append(Of(owner), types.Tag{Key: aws.String("requested"), Value: aws.String(time.Now().UTC().Format(time.RFC3339))})
}

// Of says who owns a thing.
func Of(owner string) []types.Tag {
	return []types.Tag{{Key: aws.String("owner"), Value: aws.String(owner)}}
}
