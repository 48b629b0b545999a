// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

var errUnknown = errors.New("unknown or used")

// Another program writes these items, with the attribute that the table deletes by.
func ticket(ctx context.Context, db *dynamodb.Client, code string) (string, error) {
	out, err := db.DeleteItem(ctx, &dynamodb.DeleteItemInput{ // miss: IDV307 that the items have an end is written nowhere in this program
		TableName: aws.String("tickets"), Key: map[string]types.AttributeValue{"code": &types.AttributeValueMemberS{Value: code}}, ReturnValues: types.ReturnValueAllOld,
	})
	if err != nil {
		return "", err
	}
	seat, ok := out.Attributes["seat"].(*types.AttributeValueMemberS)
	if !ok {
		return "", errUnknown
	}
	return seat.Value, nil
}

// The column has its value from a default of the table.
func give(ctx context.Context, db *sql.DB, code, user string) error {
	_, err := db.ExecContext(ctx, `INSERT INTO default_codes (code, user_id) VALUES ($1, $2)`, code, user)
	return err
}

func take(ctx context.Context, db *sql.DB, code string) (string, error) {
	var user string
	err := db.QueryRowContext(ctx, `DELETE FROM default_codes WHERE code = $1 RETURNING user_id`, code).Scan(&user) // miss: IDV307 expires_at has a default, which stands in the schema alone
	if errors.Is(err, sql.ErrNoRows) {
		return "", errUnknown
	}
	return user, err
}
