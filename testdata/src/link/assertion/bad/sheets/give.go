package sheets

import "context"

// Give writes who has the map.
func (s *Sheets) Give(ctx context.Context, sheet, hiker string) error {
	_, err := s.Pool.Exec(ctx, `INSERT INTO map_sheets (sheet, hiker) VALUES ($1, $2)`, sheet, hiker)
	return err
}
