-- Programs that serve from this database, and when each last said that it runs. A file has one,
-- and its number is 1.
CREATE TABLE nodes (
    id       INTEGER PRIMARY KEY,
    name     TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    left_at  INTEGER,                    -- when it went down in good order
    noted_at INTEGER                     -- when others noted that it is gone without a word
) STRICT;
INSERT INTO nodes (id, name, at) SELECT 1, '', at FROM heartbeat;
DROP TABLE heartbeat;

ALTER TABLE outages ADD COLUMN node INTEGER NOT NULL DEFAULT 1;

-- Who does what a table wants by itself, and until when nobody else may.
ALTER TABLE tables ADD COLUMN lease_node  INTEGER;
ALTER TABLE tables ADD COLUMN lease_until INTEGER;
-- Where the player on each seat was last seen.
ALTER TABLE tables ADD COLUMN first_node  INTEGER;
ALTER TABLE tables ADD COLUMN second_node INTEGER;

-- One row while everything is being copied here from elsewhere, and after that.
CREATE TABLE transfer (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    source   TEXT    NOT NULL,
    finished INTEGER                     -- when; half of a copy cannot be served
) STRICT;
