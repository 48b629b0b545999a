CREATE TABLE sled_lockers (
    id    bigserial PRIMARY KEY,
    guest text NOT NULL UNIQUE,
    room  text NOT NULL
);

CREATE TABLE sled_passes (
    number text PRIMARY KEY,
    guest  text NOT NULL
);
