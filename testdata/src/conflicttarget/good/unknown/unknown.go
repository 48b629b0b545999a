// Package unknown writes to tables that somebody else has made: which keys they have is not known, and is nobody's fault.
package unknown

import (
	"context"
	"database/sql"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

func charge(ctx context.Context, db *sql.DB, meter string, day string, units int) error {
	_, err := db.ExecContext(ctx, `INSERT INTO grid_meter_days (meter, day, units) VALUES ($1, $2, $3)
		ON CONFLICT (meter, day) DO UPDATE SET units = EXCLUDED.units`, meter, day, units)
	return err
}

func announce(ctx context.Context, db *sql.DB, meter, reader string) error {
	_, err := db.ExecContext(ctx, "INSERT IGNORE INTO grid_meter_readers (meter, reader) VALUES (?, ?)", meter, reader)
	return err
}

// gridMeter has no tags: the table is made by migrations of another repository, and gorm only writes to it.
type gridMeter struct {
	Number string
	Place  string
}

func install(ctx context.Context, db *gorm.DB, m *gridMeter) error {
	known := clause.OnConflict{Columns: []clause.Column{{Name: "number"}}, DoNothing: true}
	return db.WithContext(ctx).Clauses(known).Create(m).Error
}

// day makes its table as it goes.
func day(ctx context.Context, conn *sql.Conn, meter string, units int) error {
	if _, err := conn.ExecContext(ctx, `CREATE TEMP TABLE IF NOT EXISTS grid_day (meter text PRIMARY KEY, units int)`); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, `INSERT INTO grid_day (meter, units) VALUES ($1, $2)
		ON CONFLICT (meter) DO UPDATE SET units = EXCLUDED.units`, meter, units)
	return err
}
