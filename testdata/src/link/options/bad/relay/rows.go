package relay

import "context"

func (r *Relay) unsent(ctx context.Context) ([]Notice, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT id, harbour, text FROM ferry_notices WHERE NOT sent ORDER BY id LIMIT 50`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []Notice
	for rows.Next() {
		var n Notice
		if err := rows.Scan(&n.ID, &n.Harbour, &n.Text); err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, rows.Err()
}
