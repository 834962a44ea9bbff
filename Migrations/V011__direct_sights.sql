-- Only what facts name themselves is stored: with what those had seen, it would be the square of the machines and worksheets.
-- What is seen by way of others is found when it is asked for; the level says where it cannot be. An upgrade enters all again,
-- and a program that reads the rows of before does not write.
DROP TABLE sight;
CREATE TABLE sight (
  run INTEGER NOT NULL,
  at INTEGER NOT NULL,         -- from this fact on
  level INTEGER NOT NULL,      -- of the run from here on: above that of every fact of another run that it has seen
  target INTEGER NOT NULL,     -- the run that it names a fact of
  upto INTEGER NOT NULL,       -- that fact
  PRIMARY KEY (run, at, level, target)
) STRICT, WITHOUT ROWID;
