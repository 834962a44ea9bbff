-- What exchanging bundles and erasing need, version 2. Frozen once shipped: a change is a new file. Every table costs
-- each command the time to read its definition, so there are few.

-- A fact whose content was destroyed stands in `fact` with an empty body, also where it was a result: who said something
-- and when, never what. Its digest keeps the chain of the replica whole and the content from coming back.

-- ============================================================ projections: rebuilt from the facts at any time

-- As in version 1, and `rules`: what logging needs to know of a check, in front of the long text.
-- (Renaming would have SQLite check the views, which it does not trust.)
CREATE TEMP TABLE kept AS SELECT * FROM check_text;
DROP TABLE check_text;
CREATE TABLE check_text (
  check_id TEXT NOT NULL,
  version INTEGER NOT NULL,    -- the first 8 hex digits of the judgement text's digest, as a number
  category TEXT NOT NULL,
  current INTEGER NOT NULL,
  origin TEXT NOT NULL,        -- built-in, earlier (was built-in), or team: its own or its change to a built-in one
  rules TEXT NOT NULL,         -- JSON: [applies_to, platforms, profiles, measurement] of `doc`
  doc TEXT NOT NULL,           -- canonical JSON, the format of the catalogue
  PRIMARY KEY (check_id, version, origin)
) STRICT, WITHOUT ROWID;
INSERT INTO check_text (check_id, version, category, current, origin, rules, doc)
SELECT check_id, version, category, current, origin,
  json_extract(doc, '$.applies_to', '$.platforms', '$.profiles', '$.measurement'), doc
FROM temp.kept;
DROP TABLE temp.kept;

-- ============================================================ local: about this file, never exchanged

-- What `erase` facts ask for, one row per fact they name, and what this machine decided. The content of an accepted one
-- is destroyed here as soon as it is here, and never taken in again.
CREATE TABLE erasure (
  target BLOB NOT NULL,        -- first 8 bytes of the named fact's digest
  fact INTEGER NOT NULL,       -- the erase fact
  replica TEXT NOT NULL,       -- of the named fact
  sequence INTEGER NOT NULL,   -- of the named fact
  accepted INTEGER NOT NULL,   -- 0 waits for a decision, 1 accepted
  PRIMARY KEY (target, fact)
) STRICT, WITHOUT ROWID;

-- What passed between this machine and others. Kind `bundle`: one that was imported or written, `name` its number here.
-- Kind `file`: a file of a shared folder that was read or written, `place` the folder, `name` the path below it.
CREATE TABLE exchange (
  kind TEXT NOT NULL,
  place TEXT NOT NULL,
  name TEXT NOT NULL,
  doc TEXT NOT NULL,           -- canonical JSON
  PRIMARY KEY (kind, place, name)
) STRICT, WITHOUT ROWID;
