-- Tests with children, version 6. Frozen once shipped: a change is a new file.

-- ============================================================ projections: rebuilt from the facts at any time

-- What belongs to a session with a child, one row per `session`, `trial`, `contact` and `remark` fact; what they say
-- stands in the fact.
CREATE TABLE tapping (
  fact INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,       -- 1 session, 2 trial, 3 contact, 4 remark
  session BLOB NOT NULL,       -- first 8 bytes of the digest of the session, its own for a session
  retracted INTEGER NOT NULL
) STRICT;

-- ============================================================ views: a public interface

-- Trials of tests with children that stand, practice included. Of a trial whose session is not here the columns of the
-- session are null. Sizes are in tenths of a point; `filtered` is the outcome without palms, holdovers and adults.
CREATE VIEW v_first_tap AS
SELECT json_extract(sitting.body, '$.plan') AS plan, json_extract(trial.body, '$.component') AS component,
  json_extract(sitting.body, '$.participant') AS participant, json_extract(sitting.body, '$.age') AS age,
  coalesce(json_extract(sitting.body, '$.input'), 'finger') AS input, json_extract(trial.body, '$.n') AS trial,
  json_extract(trial.body, '$.kind') AS kind, json_extract(trial.body, '$.width') AS width,
  json_extract(trial.body, '$.height') AS height, json_extract(sitting.body, '$.ppi') / 100.0 AS points_per_inch,
  json_extract(trial.body, '$.outcome') AS outcome,
  coalesce(json_extract(trial.body, '$.filtered'), json_extract(trial.body, '$.outcome')) AS filtered,
  coalesce(json_extract(trial.body, '$.hand'), 'unknown') AS hand
FROM tapping JOIN fact AS trial ON trial.id = tapping.fact
LEFT JOIN (
  SELECT tapping.session, fact.body FROM tapping JOIN fact ON fact.id = tapping.fact
  WHERE tapping.kind = 1 AND tapping.retracted = 0
) AS sitting ON sitting.session = tapping.session
WHERE tapping.kind = 2 AND tapping.retracted = 0;
