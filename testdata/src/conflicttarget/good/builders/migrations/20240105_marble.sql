-- +goose Up
CREATE TABLE marble_blocks (
    id     bigserial PRIMARY KEY,
    quarry text NOT NULL,
    number integer NOT NULL,
    tons   integer NOT NULL
);
CREATE UNIQUE INDEX marble_blocks_number ON marble_blocks (quarry, number);

CREATE TABLE marble_blasts (
    id   bigserial PRIMARY KEY,
    wall text NOT NULL,
    at   timestamptz NOT NULL,
    UNIQUE (wall, at)
);

-- +goose Down
DROP TABLE marble_blasts;
DROP TABLE marble_blocks;
