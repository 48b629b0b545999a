CREATE TABLE ski_lockers (
    id    bigserial PRIMARY KEY,
    guest text NOT NULL UNIQUE,
    room  text NOT NULL
);

CREATE TABLE ski_passes (
    number text PRIMARY KEY,
    guest  text NOT NULL
);
