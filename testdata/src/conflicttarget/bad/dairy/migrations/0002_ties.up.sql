-- Two dairies may share a prize.
DROP INDEX cheese_awards_year;
CREATE UNIQUE INDEX cheese_awards_dairy ON cheese_awards (year, sort, dairy);

CREATE TABLE cheese_cellars (
    id    bigserial,
    room  text NOT NULL,
    shelf integer NOT NULL,
    wheel bigint NOT NULL
);
ALTER TABLE cheese_cellars ADD CONSTRAINT cheese_cellars_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cheese_cellars ADD CONSTRAINT cheese_cellars_place UNIQUE (room, shelf);
