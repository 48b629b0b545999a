// Package docs changes documents in place, or replaces the one that was read and no other.
package docs

import (
	"context"
	"errors"
	"net/http"

	"cloud.google.com/go/firestore"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/hibiken/asynq"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

var errStale = errors.New("changed meanwhile")

type recipe struct {
	ID      string   `bson:"_id"`
	Title   string   `bson:"title"`
	Tags    []string `bson:"tags"`
	Version int64    `bson:"version"`
}

// recipes are changed by many cooks.
type recipes struct{ all *mongo.Collection }

func newRecipes(db *mongo.Database) *recipes { return &recipes{all: db.Collection("recipes")} }

func (s *recipes) get(ctx context.Context, id string) (out recipe, err error) {
	err = s.all.FindOne(ctx, bson.M{"_id": id}).Decode(&out)
	return out, err
}

// put matches the version that was read.
func (s *recipes) put(ctx context.Context, one recipe) error {
	read := one.Version
	one.Version++
	res, err := s.all.ReplaceOne(ctx, bson.M{"_id": one.ID, "version": read}, one)
	if err == nil && res.MatchedCount == 0 {
		return errStale
	}
	return err
}

func (s *recipes) rename(w http.ResponseWriter, r *http.Request) {
	one, err := s.get(r.Context(), r.PathValue("recipe"))
	if err != nil {
		http.Error(w, "no such recipe", http.StatusNotFound)
		return
	}
	one.Title = r.FormValue("title")
	switch err := s.put(r.Context(), one); {
	case errors.Is(err, errStale):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		http.Error(w, "look at the recipe", http.StatusInternalServerError)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

// tag adds to a set in the database.
func (s *recipes) tag(w http.ResponseWriter, r *http.Request) {
	one, err := s.get(r.Context(), r.PathValue("recipe"))
	if err != nil {
		http.Error(w, "no such recipe", http.StatusNotFound)
		return
	}
	if _, err := s.all.UpdateByID(r.Context(), one.ID, bson.M{"$addToSet": bson.M{"tags": r.FormValue("tag")}}); err != nil {
		http.Error(w, "look at the recipe", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// swap reads and replaces in a transaction, which is run again when another one has written the document.
func (s *recipes) swap(w http.ResponseWriter, r *http.Request) {
	session, err := s.all.Database().Client().StartSession()
	if err != nil {
		http.Error(w, "look at the recipe", http.StatusInternalServerError)
		return
	}
	defer session.EndSession(r.Context())
	_, err = session.WithTransaction(r.Context(), func(ctx context.Context) (any, error) {
		one, err := s.get(ctx, r.PathValue("recipe"))
		if err != nil {
			return nil, err
		}
		one.Tags = append(one.Tags, r.FormValue("tag"))
		return s.all.ReplaceOne(ctx, bson.M{"_id": one.ID}, one)
	})
	if err != nil {
		http.Error(w, "look at the recipe", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *recipes) routes(mux *http.ServeMux) {
	mux.HandleFunc("PUT /recipes/{recipe}/title", s.rename)
	mux.HandleFunc("POST /recipes/{recipe}/tags", s.tag)
	mux.HandleFunc("POST /recipes/{recipe}/swap", s.swap)
}

// pantry has an item for each shelf.
type pantry struct{ db *dynamodb.Client }

func (p *pantry) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("shelf:clear", p.clear)
	return m
}

// clear takes the jar off a shelf, if it is the jar that it has read. Another jar there means that this one is gone.
func (p *pantry) clear(ctx context.Context, task *asynq.Task) error {
	key := map[string]types.AttributeValue{"shelf": &types.AttributeValueMemberS{Value: string(task.Payload())}}
	out, err := p.db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("shelves"), Key: key, ConsistentRead: aws.Bool(true)})
	if err != nil || out.Item == nil {
		return err
	}
	jar, ok := out.Item["jar"]
	if !ok {
		return nil
	}
	return p.write(ctx, key, jar)
}

func (p *pantry) write(ctx context.Context, key map[string]types.AttributeValue, jar types.AttributeValue) error {
	_, err := p.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                 aws.String("shelves"),
		Key:                       key,
		UpdateExpression:          aws.String("REMOVE jar"),
		ConditionExpression:       aws.String("jar = :jar"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":jar": jar},
	})
	var other *types.ConditionalCheckFailedException
	if errors.As(err, &other) {
		return nil
	}
	return err
}

// votes are counted in Firestore. The transaction is run again when the document has changed.
type votes struct{ fs *firestore.Client }

func (v *votes) cast(w http.ResponseWriter, r *http.Request) {
	doc := v.fs.Collection("dishes").Doc(r.PathValue("dish"))
	err := v.fs.RunTransaction(r.Context(), func(_ context.Context, tx *firestore.Transaction) error {
		snap, err := tx.Get(doc)
		if err != nil {
			return err
		}
		n, _ := snap.Data()["votes"].(int64)
		return tx.Update(doc, []firestore.Update{{Path: "votes", Value: n + 1}})
	})
	if err != nil {
		http.Error(w, "not counted", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (v *votes) routes(mux *http.ServeMux) { mux.HandleFunc("POST /dishes/{dish}/votes", v.cast) }
