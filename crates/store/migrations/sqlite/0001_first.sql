-- People are known by random tokens; only hashes of them are kept.
CREATE TABLE guests (
    id      INTEGER PRIMARY KEY,
    name    TEXT    NOT NULL DEFAULT '',
    created INTEGER NOT NULL
) STRICT;

-- One row for each browser that carries a guest's identity.
CREATE TABLE tokens (
    hash    BLOB    PRIMARY KEY,
    guest   INTEGER NOT NULL REFERENCES guests (id),
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Links that carry an identity to another device, once.
CREATE TABLE links (
    hash    BLOB    PRIMARY KEY,
    guest   INTEGER NOT NULL REFERENCES guests (id),
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What lists need to know of a table; everything else follows from its events.
CREATE TABLE tables (
    id      TEXT    PRIMARY KEY,
    game    TEXT    NOT NULL,
    first   INTEGER,                     -- guest on the seat that begins
    second  INTEGER,                     -- guest on the other seat
    turn    INTEGER,                     -- guest who is to move
    ply     INTEGER NOT NULL,
    ended   INTEGER NOT NULL,            -- 0 running, 1 finished
    at      INTEGER NOT NULL,            -- when something last happened, in ms since 1970
    wake    INTEGER                      -- when the table wants to be loaded by itself
) STRICT, WITHOUT ROWID;
CREATE INDEX tables_by_first ON tables (first, ended, at);
CREATE INDEX tables_by_second ON tables (second, ended, at);
CREATE INDEX tables_by_turn ON tables (turn) WHERE turn IS NOT NULL;
CREATE INDEX tables_by_wake ON tables (wake) WHERE wake IS NOT NULL;

CREATE TABLE events (
    tab     TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    body    TEXT    NOT NULL,
    PRIMARY KEY (tab, seq)
) STRICT, WITHOUT ROWID;

-- One row: when the server was last known to be running.
CREATE TABLE heartbeat (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    at      INTEGER NOT NULL
) STRICT;

-- Times when the server was down: clocks stood still.
CREATE TABLE outages (
    began   INTEGER NOT NULL,
    ended   INTEGER NOT NULL
) STRICT;
CREATE INDEX outages_by_end ON outages (ended);
