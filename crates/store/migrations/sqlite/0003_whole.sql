-- How many events a table has: one that lost some of them to a damaged disk is noticed.
ALTER TABLE tables ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET seq = (SELECT count(*) FROM events WHERE tab = tables.id);

-- Filled and emptied after the disk was full, to see whether there is room again.
CREATE TABLE room (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    filler  BLOB    NOT NULL
) STRICT;
