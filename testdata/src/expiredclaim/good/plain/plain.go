// Package plain reads rows that have an end and decide nothing: they are shown, or their end is only for the broom.
package plain

import (
	"context"
	"database/sql"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// passes are shown with their end, also those that are over.
func passes(ctx context.Context, db *sql.DB, guest string) (ends map[string]time.Time, err error) {
	rows, err := db.QueryContext(ctx, `SELECT number, expires_at FROM ski_passes WHERE guest = $1`, guest)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	ends = map[string]time.Time{}
	for rows.Next() {
		var number string
		var end time.Time
		if err := rows.Scan(&number, &end); err != nil {
			return nil, err
		}
		ends[number] = end
	}
	return ends, rows.Err()
}

// handled remembers messages for ninety days, so that the table does not grow for ever. Their ids never come back: to know one
// for longer does no harm, and the condition is by the id alone on purpose.
type handled struct{ db *sql.DB }

func (h *handled) once(ctx context.Context, id, account string, cents int64) error {
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `INSERT INTO handled_messages (id, delete_after) VALUES ($1, now() + interval '90 days') ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE accounts SET cents = cents + $2 WHERE id = $1`, account, cents); err != nil {
		return err
	}
	return tx.Commit()
}

// visits are kept for a month, and counted for a chart.
type visits struct{ db *dynamodb.Client }

func (v *visits) note(ctx context.Context, page, at string) error {
	_, err := v.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("visits"),
		Item: map[string]types.AttributeValue{
			"page": &types.AttributeValueMemberS{Value: page}, "at": &types.AttributeValueMemberS{Value: at},
			"expires_at": &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().AddDate(0, 1, 0).Unix(), 10)},
		},
	})
	return err
}

func (v *visits) count(ctx context.Context, page string) (int32, error) {
	out, err := v.db.Query(ctx, &dynamodb.QueryInput{
		TableName: aws.String("visits"), Select: types.SelectCount,
		KeyConditionExpression:    aws.String("page = :p"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":p": &types.AttributeValueMemberS{Value: page}},
	})
	if err != nil {
		return 0, err
	}
	return out.Count, nil
}
