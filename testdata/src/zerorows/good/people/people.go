// Package people answers persons. Nobody repeats their requests but themselves, and they want to know.
package people

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

var (
	errTaken  = errors.New("this name is taken")
	errNoPost = errors.New("no such post")
)

type board struct {
	db    *sql.DB
	names *pgxpool.Pool
}

func (b *board) remove(ctx context.Context, post string) error {
	res, err := b.db.ExecContext(ctx, `DELETE FROM posts WHERE id = $1`, post)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(errNoPost, err)
	}
	return nil
}

// forget answers 404 to a person who asks for what is not there.
func (b *board) forget(w http.ResponseWriter, r *http.Request) {
	switch err := b.remove(r.Context(), r.PathValue("post")); {
	case errors.Is(err, errNoPost):
		http.NotFound(w, r)
	case err != nil:
		http.Error(w, "try again", http.StatusInternalServerError)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

func (b *board) register(ctx context.Context, name, mail string) error {
	_, err := b.names.Exec(ctx, `INSERT INTO members (name, mail) VALUES ($1, $2)`, name, mail)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return errTaken
	}
	return err
}

// join answers 409 to a second person of the same name.
func (b *board) join(c *gin.Context) {
	switch err := b.register(c, c.PostForm("name"), c.PostForm("mail")); {
	case errors.Is(err, errTaken):
		c.String(http.StatusConflict, err.Error())
	case err != nil:
		c.Status(http.StatusInternalServerError)
	default:
		c.Status(http.StatusCreated)
	}
}

// reserve is called by a page for a guest who chose a table, and who has to choose another one.
func reserve(ctx context.Context, db *dynamodb.Client, table, guest string) error {
	_, err := db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:           aws.String("tables"),
		Item:                map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: table}, "guest": &types.AttributeValueMemberS{Value: guest}},
		ConditionExpression: aws.String("attribute_not_exists(id) OR guest = :g"), ExpressionAttributeValues: map[string]types.AttributeValue{":g": &types.AttributeValueMemberS{Value: guest}},
	})
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		return errTaken
	}
	return err
}
