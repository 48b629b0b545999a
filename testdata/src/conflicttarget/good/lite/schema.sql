CREATE TABLE IF NOT EXISTS dune_finds (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    dune  TEXT NOT NULL,
    shell TEXT NOT NULL,
    day   TEXT NOT NULL,
    UNIQUE (dune, shell, day)
);

CREATE TABLE IF NOT EXISTS dune_flags (
    dune TEXT PRIMARY KEY,
    flag TEXT NOT NULL
) WITHOUT ROWID;
