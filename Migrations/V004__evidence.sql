-- Evidence, version 4. Frozen once shipped: a change is a new file.

-- ============================================================ projections: rebuilt from the facts at any time

-- Files that show what a result says, one row per `evidence` fact. The file itself lies in the evidence folder under its
-- SHA-256, or is not here.
CREATE TABLE evidence (
  fact INTEGER PRIMARY KEY,
  result BLOB NOT NULL,        -- first 8 bytes of the result's digest, whether it is here or not
  component INTEGER NOT NULL,  -- term
  check_id INTEGER NOT NULL,   -- term
  condition INTEGER NOT NULL,  -- term
  tester INTEGER NOT NULL,     -- term: who attached it
  time INTEGER NOT NULL,       -- milliseconds UTC
  sha256 BLOB NOT NULL,        -- 32 bytes
  name TEXT NOT NULL,          -- as it is shown; never a path
  type TEXT NOT NULL,          -- media type
  size INTEGER NOT NULL,       -- bytes
  retracted INTEGER NOT NULL
) STRICT;
