-- What exchanging bundles and erasing need, version 2. Frozen once shipped: a change is a new file.

-- A fact whose content was destroyed stands in `fact` with an empty body, also where it was a result: who said something
-- and when, never what. Its digest keeps the chain of the replica whole and the content from coming back.

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

-- Every bundle that was imported or written, and what it brought.
CREATE TABLE bundle (
  id INTEGER PRIMARY KEY,
  time INTEGER NOT NULL,       -- ms UTC
  direction TEXT NOT NULL,     -- import or export
  name TEXT NOT NULL,          -- of the file, as it was given
  scope TEXT NOT NULL,         -- full or partial
  digest BLOB NOT NULL,        -- what the bundle says at its end
  facts INTEGER NOT NULL,
  added INTEGER NOT NULL,
  report TEXT NOT NULL         -- canonical JSON: the other numbers
) STRICT;

-- The files of the shared folder that were read or written, by their place below the folder.
CREATE TABLE folder_file (
  id INTEGER PRIMARY KEY,
  tracker_folder TEXT NOT NULL,
  path TEXT NOT NULL,
  bytes INTEGER NOT NULL,      -- its size
  stamp TEXT NOT NULL,         -- file number and time of change: a file that keeps them was not written again
  stubs INTEGER NOT NULL,      -- facts in it that were erased when it was written
  UNIQUE (tracker_folder, path)
) STRICT;

-- Which facts a file of the shared folder holds: runs of local numbers.
CREATE TABLE folder_run (
  file INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (file, first)
) STRICT, WITHOUT ROWID;
