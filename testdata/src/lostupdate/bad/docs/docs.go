// Package docs replaces documents by changed copies of what was read.
package docs

import (
	"context"
	"net/http"

	"cloud.google.com/go/firestore"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/hibiken/asynq"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type recipe struct {
	ID    string   `bson:"_id"`
	Title string   `bson:"title"`
	Tags  []string `bson:"tags"`
}

// recipes are changed by many cooks.
type recipes struct{ all *mongo.Collection }

func newRecipes(db *mongo.Database) *recipes { return &recipes{all: db.Collection("recipes")} }

func (s *recipes) get(ctx context.Context, id string) (out recipe, err error) {
	err = s.all.FindOne(ctx, bson.M{"_id": id}).Decode(&out)
	return out, err
}

func (s *recipes) put(ctx context.Context, one recipe) error {
	_, err := s.all.ReplaceOne(ctx, bson.M{"_id": one.ID}, one) // want "IDV403: .*recipes"
	return err
}

func (s *recipes) tag(w http.ResponseWriter, r *http.Request) {
	one, err := s.get(r.Context(), r.PathValue("recipe"))
	if err != nil {
		http.Error(w, "no such recipe", http.StatusNotFound)
		return
	}
	one.Tags = append(one.Tags, r.FormValue("tag"))
	if err := s.put(r.Context(), one); err != nil {
		http.Error(w, "look at the recipe", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *recipes) routes(mux *http.ServeMux) { mux.HandleFunc("POST /recipes/{recipe}/tags", s.tag) }

// pantry has an item for each shelf.
type pantry struct{ db *dynamodb.Client }

func (p *pantry) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("shelf:clear", p.clear)
	return m
}

// clear takes the jar off a shelf, and writes back all that it has read about the shelf.
func (p *pantry) clear(ctx context.Context, task *asynq.Task) error {
	key := map[string]types.AttributeValue{"shelf": &types.AttributeValueMemberS{Value: string(task.Payload())}}
	out, err := p.db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("shelves"), Key: key, ConsistentRead: aws.Bool(true)})
	if err != nil || out.Item == nil {
		return err
	}
	out.Item["jar"] = &types.AttributeValueMemberNULL{Value: true}
	return p.write(ctx, out.Item)
}

func (p *pantry) write(ctx context.Context, item map[string]types.AttributeValue) error {
	_, err := p.db.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("shelves"), Item: item}) // want "IDV403: .*shelves"
	return err
}

// votes are counted in Firestore, without a transaction.
type votes struct{ fs *firestore.Client }

func (v *votes) cast(w http.ResponseWriter, r *http.Request) {
	doc := v.fs.Collection("dishes").Doc(r.PathValue("dish"))
	snap, err := doc.Get(r.Context())
	if err != nil {
		http.Error(w, "no such dish", http.StatusNotFound)
		return
	}
	n, _ := snap.Data()["votes"].(int64)
	if _, err := doc.Update(r.Context(), []firestore.Update{{Path: "votes", Value: n + 1}}); err != nil { // want "IDV403: .*dishes"
		http.Error(w, "not counted", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (v *votes) routes(mux *http.ServeMux) { mux.HandleFunc("POST /dishes/{dish}/votes", v.cast) }
