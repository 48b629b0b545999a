// Package orm writes the columns that change, or compares a version.
package orm

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

var errStale = errors.New("changed meanwhile")

// Player is a player of a game.
type Player struct {
	ID      string `gorm:"primaryKey"`
	Name    string
	Team    string
	Energy  int
	Banned  bool
	Version int64
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

// save writes only on top of what was read.
func (p *players) save(ctx context.Context, one *Player) error {
	read := one.Version
	one.Version++
	res := p.db.WithContext(ctx).Model(&Player{}).Where("id = ? AND version = ?", one.ID, read).Select("*").Updates(one)
	if res.Error == nil && res.RowsAffected == 0 {
		return errStale
	}
	return res.Error
}

// ban writes one column, and the same value whoever writes it.
func (p *players) ban(ctx context.Context, one *Player) error {
	return p.db.WithContext(ctx).Model(one).Update("banned", true).Error
}

// nap locks the row for as long as the transaction needs it.
func (p *players) nap(ctx context.Context, id string) error {
	return p.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var one Player
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&one, "id = ?", id).Error; err != nil {
			return err
		}
		return tx.Model(&one).Update("energy", min(100, one.Energy+10)).Error
	})
}

type game struct{ players *players }

func (g *game) transfer(c *gin.Context) {
	ctx := c.Request.Context()
	for range 5 {
		p, err := g.players.find(ctx, c.Param("player"))
		if err != nil {
			c.AbortWithStatus(http.StatusNotFound)
			return
		}
		p.Team = c.PostForm("team")
		err = g.players.save(ctx, p)
		if errors.Is(err, errStale) {
			continue
		}
		if err != nil {
			c.AbortWithStatus(http.StatusInternalServerError)
			return
		}
		c.Status(http.StatusNoContent)
		return
	}
	c.AbortWithStatus(http.StatusConflict)
}

func (g *game) ban(c *gin.Context) {
	p, err := g.players.find(c.Request.Context(), c.Param("player"))
	if err != nil {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	if err := g.players.ban(c.Request.Context(), p); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusNoContent)
}

func (g *game) nap(c *gin.Context) {
	if err := g.players.nap(c.Request.Context(), c.Param("player")); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusNoContent)
}

func (g *game) routes(r *gin.Engine) {
	r.PUT("/players/:player/team", g.transfer)
	r.POST("/players/:player/ban", g.ban)
	r.POST("/players/:player/nap", g.nap)
}

// Team is kept with bun.
type Team struct {
	bun.BaseModel `bun:"table:teams"`
	ID            string   `bun:",pk"`
	Members       []string `bun:",array"`
	Motto         string
}

type teams struct{ db *bun.DB }

// join runs in a transaction that sees no change of others, and fails if there was one.
func (t *teams) join(w http.ResponseWriter, r *http.Request) {
	team := &Team{ID: r.PathValue("team")}
	err := t.db.RunInTx(r.Context(), &sql.TxOptions{Isolation: sql.LevelSerializable}, func(ctx context.Context, tx bun.Tx) error {
		if err := tx.NewSelect().Model(team).WherePK().Scan(ctx); err != nil {
			return err
		}
		team.Members = append(team.Members, r.FormValue("player"))
		_, err := tx.NewUpdate().Model(team).WherePK().Exec(ctx)
		return err
	})
	if err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	if err := json.NewEncoder(w).Encode(team); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
	}
}

func (t *teams) routes(mux *http.ServeMux) { mux.HandleFunc("POST /teams/{team}/members", t.join) }
