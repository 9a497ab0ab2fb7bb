-- Each browser of a guest can be told from the others, listed and signed out.
ALTER TABLE tokens ADD COLUMN device INTEGER NOT NULL DEFAULT 0;  -- a public random number
ALTER TABLE tokens ADD COLUMN seen   INTEGER NOT NULL DEFAULT 0;  -- last use, to the day, in ms since 1970
ALTER TABLE tokens ADD COLUMN about  TEXT    NOT NULL DEFAULT ''; -- browser and system in a few words

-- When the browsers of an older installation were last used is not known: not before today.
UPDATE tokens SET device = abs(random() % 9007199254740991) + 1, seen = unixepoch() * 1000;
CREATE UNIQUE INDEX tokens_by_guest ON tokens (guest, device);
CREATE INDEX links_by_guest ON links (guest);

-- Tokens that were signed out: the browser that shows one is given another.
CREATE TABLE signed_out (
    hash    BLOB    PRIMARY KEY,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
