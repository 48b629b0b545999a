-- +goose Up
CREATE TABLE quarry_blocks (
    id     bigserial PRIMARY KEY,
    quarry text NOT NULL,
    number integer NOT NULL,
    tons   integer NOT NULL
);
CREATE UNIQUE INDEX quarry_blocks_number ON quarry_blocks (quarry, number);

CREATE TABLE quarry_blasts (
    id   bigserial PRIMARY KEY,
    wall text NOT NULL,
    at   timestamptz NOT NULL,
    UNIQUE (wall, at)
);

-- +goose Down
DROP TABLE quarry_blasts;
DROP TABLE quarry_blocks;
