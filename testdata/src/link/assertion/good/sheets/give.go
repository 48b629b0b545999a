package sheets

import "context"

// Give writes who has the map, unless somebody has it.
func (s *Sheets) Give(ctx context.Context, sheet, hiker string) error {
	_, err := s.Pool.Exec(ctx, `INSERT INTO map_sheets (sheet, hiker) VALUES ($1, $2) ON CONFLICT (sheet) DO NOTHING`, sheet, hiker)
	return err
}
