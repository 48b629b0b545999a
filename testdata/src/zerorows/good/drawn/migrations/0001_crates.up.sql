CREATE TABLE crate_scans (
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    crate_id TEXT NOT NULL,
    number   TEXT NOT NULL
);
CREATE INDEX crate_scans_by_number ON crate_scans (number);
