// Package orm loads records, changes them and saves them whole.
package orm

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
)

// Player is a player of a game. Other requests write the name and the team.
type Player struct {
	ID     string `gorm:"primaryKey"`
	Name   string
	Team   string
	Energy int
	Banned bool
}

// TableName names the table.
func (Player) TableName() string { return "players" }

// players is the repository.
type players struct{ db *gorm.DB }

func (p *players) find(ctx context.Context, id string) (*Player, error) {
	var out Player
	err := p.db.WithContext(ctx).First(&out, "id = ?", id).Error
	return &out, err
}

func (p *players) save(ctx context.Context, one *Player) error {
	return p.db.WithContext(ctx).Save(one).Error // want "IDV403: .*players"
}

func (p *players) energy(ctx context.Context, one *Player, n int) error {
	return p.db.WithContext(ctx).Model(one).Update("energy", one.Energy+n).Error // want "IDV403: .*players"
}

// game changes a field of a record, and with it, without knowing, all others.
type game struct{ players *players }

// ban keeps the name and the team that were read.
func (g *game) ban(c *gin.Context) {
	p, err := g.players.find(c.Request.Context(), c.Param("player"))
	if err != nil {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	p.Banned = true
	if err := g.players.save(c.Request.Context(), p); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusNoContent)
}

// rest is a consumer: two replicas work on the same stream, and a message can come twice.
func (g *game) rest(naps jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return naps.Consume(func(msg jetstream.Msg) {
		if err := g.nap(context.Background(), string(msg.Data())); err != nil {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}

func (g *game) nap(ctx context.Context, player string) error {
	p, err := g.players.find(ctx, player)
	if err != nil {
		return err
	}
	return g.players.energy(ctx, p, 10)
}

func (g *game) routes(r *gin.Engine) { r.POST("/players/:player/ban", g.ban) }

// Team is kept with bun.
type Team struct {
	bun.BaseModel `bun:"table:teams"`
	ID            string   `bun:",pk"`
	Members       []string `bun:",array"`
	Motto         string
}

type teams struct{ db *bun.DB }

func (t *teams) join(w http.ResponseWriter, r *http.Request) {
	team := &Team{ID: r.PathValue("team")}
	if err := t.db.NewSelect().Model(team).WherePK().Scan(r.Context()); err != nil {
		http.Error(w, "no such team", http.StatusNotFound)
		return
	}
	team.Members = append(team.Members, r.FormValue("player"))
	if _, err := t.db.NewUpdate().Model(team).WherePK().Exec(r.Context()); err != nil { // want "IDV403: .*teams"
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	if err := json.NewEncoder(w).Encode(team); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
	}
}

func (t *teams) routes(mux *http.ServeMux) { mux.HandleFunc("POST /teams/{team}/members", t.join) }
