-- A move changes when something last happened at a table and whose turn it is; with that in three
-- indexes, each move wrote three pages more. A guest's tables are few enough to be sorted.
DROP INDEX tables_by_turn;
DROP INDEX tables_by_first;
DROP INDEX tables_by_second;
CREATE INDEX tables_by_first ON tables (first, ended);
CREATE INDEX tables_by_second ON tables (second, ended);
