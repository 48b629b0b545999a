package sessions

import (
	"errors"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func known(err error) bool {
	var failed *types.ConditionalCheckFailedException
	return errors.As(err, &failed)
}
