// Package good finds what belongs to a caller and its key.
package good

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/gin-gonic/gin"
	"github.com/redis/go-redis/v9"
	"google.golang.org/grpc/metadata"
)

var errOtherRequest = errors.New("the key was used for another request")

type answer struct {
	Fingerprint string          `json:"fingerprint"`
	Body        json.RawMessage `json:"body"`
}

type answers struct{ rdb *redis.Client }

// find has the user, whom a middleware has put there, in the key.
func (a *answers) find(c *gin.Context, fingerprint string) (*answer, error) {
	return a.get(c, strings.Join([]string{"answer", c.GetString("user"), c.FullPath(), c.GetHeader("Idempotency-Key")}, ":"), fingerprint)
}

// hashed has the tenant in the hash that is the key.
func (a *answers) hashed(r *http.Request, tenant, fingerprint string) (*answer, error) {
	sum := sha256.Sum256([]byte(tenant + "\x00" + r.Header.Get("Idempotency-Key")))
	return a.get(r.Context(), "answer:"+hex.EncodeToString(sum[:]), fingerprint)
}

func (a *answers) get(ctx context.Context, key, fingerprint string) (*answer, error) {
	raw, err := a.rdb.Get(ctx, key).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found := new(answer)
	if err := json.Unmarshal(raw, found); err != nil {
		return nil, err
	}
	if found.Fingerprint != fingerprint {
		return nil, errOtherRequest
	}
	return found, nil
}

// field has a hash for each user, and the keys as its fields.
func (a *answers) field(r *http.Request, user string) (bool, error) {
	return a.rdb.HExists(r.Context(), "answers:"+user, r.Header.Get("Idempotency-Key")).Result()
}

// page takes a page from the cache: what is in the key is no caller's key.
func (a *answers) page(r *http.Request) (string, error) {
	return a.rdb.Get(r.Context(), "page:"+r.URL.Path).Result()
}

type rides struct{ db *sql.DB }

// booked asks for the ride of a key of a passenger.
func (s *rides) booked(r *http.Request, passenger int64, from, to string) (ride string, err error) {
	var wasFrom, wasTo string
	row := s.db.QueryRowContext(r.Context(), `SELECT number, origin, target FROM rides WHERE passenger_id = ? AND idempotency_key = ?`,
		passenger, r.Header.Get("Idempotency-Key"))
	err = row.Scan(&ride, &wasFrom, &wasTo)
	if err == nil && (wasFrom != from || wasTo != to) {
		return "", errOtherRequest
	}
	return ride, err
}

// numbered asks by a number that the server gave out itself.
func (s *rides) numbered(r *http.Request) (state string, err error) {
	err = s.db.QueryRowContext(r.Context(), `SELECT state FROM rides WHERE number = ?`, r.PathValue("ride")).Scan(&state)
	return state, err
}

type drones struct{ table *dynamodb.Client }

// launch has the pilot in the partition and the key in the sort key.
func (d *drones) launch(ctx context.Context, pilot, target string) error {
	keys := metadata.ValueFromIncomingContext(ctx, "idempotency-key")
	if len(keys) != 1 {
		return errors.New("one idempotency-key, please")
	}
	_, err := d.table.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:           aws.String("launches"),
		ConditionExpression: aws.String("attribute_not_exists(pk)"),
		Item: map[string]types.AttributeValue{
			"pk":     &types.AttributeValueMemberS{Value: "pilot#" + pilot},
			"sk":     &types.AttributeValueMemberS{Value: "launch#" + keys[0]},
			"target": &types.AttributeValueMemberS{Value: target},
		},
	})
	if exists := new(types.ConditionalCheckFailedException); errors.As(err, &exists) {
		return nil
	}
	return err
}
