-- The index on prices was not unique.
DROP INDEX honey_prices_day;
CREATE UNIQUE INDEX CONCURRENTLY honey_prices_day ON honey_prices (sort, day);

ALTER TABLE honey_awards RENAME COLUMN owner TO keeper;
DROP INDEX honey_awards_year;
ALTER TABLE honey_awards ADD CONSTRAINT honey_awards_once UNIQUE (year, sort, keeper);

ALTER TABLE honey_hives RENAME TO honey_frames;
