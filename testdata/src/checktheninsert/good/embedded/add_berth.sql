INSERT INTO marina_berths (ship, number) VALUES ($1, $2) ON CONFLICT (ship) DO NOTHING;
