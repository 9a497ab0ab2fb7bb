-- How games ended, for lists and tallies. Older tables are filled in when their player asks.
ALTER TABLE tables ADD COLUMN level  INTEGER;  -- of the computer, if it plays
ALTER TABLE tables ADD COLUMN result TEXT;     -- first, second, draw or none; NULL: running, or not known yet
ALTER TABLE tables ADD COLUMN over   INTEGER;  -- when it ended, in ms since 1970
