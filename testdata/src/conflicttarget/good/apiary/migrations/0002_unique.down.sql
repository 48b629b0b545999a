ALTER TABLE honey_frames RENAME TO honey_hives;
ALTER TABLE honey_awards DROP CONSTRAINT honey_awards_once;
DROP INDEX honey_prices_day;
CREATE INDEX honey_prices_day ON honey_prices (sort, day);
