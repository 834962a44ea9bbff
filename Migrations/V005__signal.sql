-- Signals, version 5. Frozen once shipped: a change is a new file.

-- ============================================================ projections: rebuilt from the facts at any time

-- What tools found by themselves, one row per `signal` fact; what they said stands in the fact.
CREATE TABLE signal (
  fact INTEGER PRIMARY KEY,
  component INTEGER NOT NULL,  -- term
  check_id INTEGER NOT NULL,   -- term
  condition INTEGER NOT NULL,  -- term
  time INTEGER NOT NULL,       -- when the tool ran, as far as is known, and never after it was recorded; ms UTC
  retracted INTEGER NOT NULL
) STRICT;
