// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/redis/go-redis/v9"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"example.com/cases/link/fiveimpls/bad/racks"
	"example.com/cases/link/fiveimpls/bad/stores"
)

// Lender makes the lender that a customer has paid for.
func Lender(kind string, db *sql.DB, rdb *redis.Client, docs *mongo.Database) *racks.Lender {
	switch kind {
	case "mysql":
		return racks.NewLender(&stores.MySQL{DB: db})
	case "redis":
		return racks.NewLender(&stores.Redis{Client: rdb})
	case "mongo":
		return racks.NewLender(&stores.Mongo{DB: docs})
	default:
		return racks.NewLender(&stores.Postgres{DB: db})
	}
}
