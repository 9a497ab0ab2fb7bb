-- One row: what only nodes know. Engine workers are told of visitors what it hides them with.
CREATE TABLE secret (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    value    BLOB    NOT NULL
) STRICT;
