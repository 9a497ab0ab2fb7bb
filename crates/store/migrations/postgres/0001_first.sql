-- The same as in a SQLite file. All numbers are as wide as there, and names sort by their bytes.

-- The database's time in ms since 1970: every node goes by it.
CREATE FUNCTION galet_now() RETURNS bigint LANGUAGE sql STABLE
AS 'SELECT (extract(epoch FROM now()) * 1000)::bigint';

-- Ends a commit of which a part found nothing to change: somebody else was faster.
CREATE FUNCTION galet_expect(changed bigint, expected bigint) RETURNS bigint LANGUAGE plpgsql AS '
BEGIN
    IF changed <> expected THEN
        RAISE EXCEPTION ''overtaken'' USING ERRCODE = ''GA001'';
    END IF;
    RETURN changed;
END';

-- People are known by random tokens; only hashes of them are kept.
CREATE TABLE guests (
    id      bigint PRIMARY KEY,
    name    text   NOT NULL DEFAULT '',
    created bigint NOT NULL
);

-- One row for each browser that carries a guest's identity.
CREATE TABLE tokens (
    hash    bytea  PRIMARY KEY,
    guest   bigint NOT NULL REFERENCES guests (id),
    created bigint NOT NULL,
    device  bigint NOT NULL,             -- a public random number
    seen    bigint NOT NULL,             -- last use, to the day, in ms since 1970
    about   text   NOT NULL              -- browser and system in a few words
);
CREATE UNIQUE INDEX tokens_by_guest ON tokens (guest, device);

-- Links that carry an identity to another device, once.
CREATE TABLE links (
    hash    bytea  PRIMARY KEY,
    guest   bigint NOT NULL REFERENCES guests (id),
    expires bigint NOT NULL
);
CREATE INDEX links_by_guest ON links (guest);

-- Tokens that were signed out: the browser that shows one is given another.
CREATE TABLE signed_out (
    hash    bytea  PRIMARY KEY,
    at      bigint NOT NULL
);

-- What lists need to know of a table; everything else follows from its events. Each move changes a
-- row: with some room in its page no index need know.
CREATE TABLE tables (
    id          text   COLLATE "C" PRIMARY KEY,
    game        text   NOT NULL,
    first       bigint,                  -- guest on the seat that begins
    second      bigint,                  -- guest on the other seat
    turn        bigint,                  -- guest who is to move
    ply         bigint NOT NULL,
    seq         bigint NOT NULL,         -- how many events it has
    ended       bigint NOT NULL,         -- 0 running, 1 finished
    at          bigint NOT NULL,         -- when something last happened, in ms since 1970
    wake        bigint,                  -- when the table wants to be loaded by itself
    level       bigint,                  -- of the computer, if it plays
    result      text,                    -- first, second, draw or none; NULL: running, or not known yet
    over        bigint,                  -- when it ended
    lease_node  bigint,                  -- who does what it wants by itself
    lease_until bigint,                  -- until then nobody else does
    first_node  bigint,                  -- where the player on each seat was last seen
    second_node bigint
) WITH (fillfactor = 80);
CREATE INDEX tables_by_first ON tables (first, ended);
CREATE INDEX tables_by_second ON tables (second, ended);
CREATE INDEX tables_by_wake ON tables (wake) WHERE wake IS NOT NULL;

CREATE TABLE events (
    tab     text   COLLATE "C" NOT NULL,
    seq     bigint NOT NULL,
    body    text   NOT NULL,
    PRIMARY KEY (tab, seq)
);

-- Programs that serve from this database, and when each last said that it runs.
CREATE TABLE nodes (
    id       bigint PRIMARY KEY,
    name     text   NOT NULL,
    at       bigint NOT NULL,
    left_at  bigint,                     -- when it went down in good order
    noted_at bigint                      -- when others noted that it is gone without a word
) WITH (fillfactor = 50);

-- Times when a node was down or could not write: clocks stood still.
CREATE TABLE outages (
    node    bigint NOT NULL,
    began   bigint NOT NULL,
    ended   bigint NOT NULL
);
CREATE INDEX outages_by_end ON outages (ended);

-- Filled and emptied after the disk was full, to see whether there is room again.
CREATE TABLE room (
    id      bigint PRIMARY KEY CHECK (id = 1),
    filler  bytea  NOT NULL
);
ALTER TABLE room ALTER COLUMN filler SET STORAGE EXTERNAL;

-- One row while everything is being copied here from elsewhere, and after that.
CREATE TABLE transfer (
    id       bigint PRIMARY KEY CHECK (id = 1),
    source   text   NOT NULL,
    finished bigint                      -- when; half of a copy cannot be served
);
