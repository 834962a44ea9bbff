-- What facts ask of the facts that they name, one row for each of these: `undo` has it taken back (and brought back, where it
-- is such a request itself), `erase` has its content destroyed. `standing` is 0 where that is in force, 1 where the request
-- was itself taken back, 2 while what it names is not here, 3 while it waits for a decision because another author owns the
-- target, 4 where it was refused here, 5 where only an undecided fork keeps it from being in force, 6 where the target belongs
-- to a session with a child and is withheld until a decision.
CREATE TABLE request (
  target BLOB NOT NULL,        -- first 16 bytes of the named fact's identity
  fact INTEGER NOT NULL,       -- the request
  number INTEGER NOT NULL,     -- the named fact; 0 while it is not here
  kind TEXT NOT NULL,          -- undo or erase
  standing INTEGER NOT NULL,
  PRIMARY KEY (target, fact)
) STRICT, WITHOUT ROWID;
INSERT INTO request SELECT target, fact, number, 'undo', standing FROM retraction
UNION ALL SELECT target, fact, number, 'erase', standing FROM erasure;
CREATE INDEX request_fact ON request (fact);

-- `retraction` and `erasure` are copies from here on, written for earlier programs alone: they read this file and do not write
-- to it, and they follow no view.

-- Whether a fact is taken back: 1 it is, and 2 an undecided fork leaves that open. It follows from the requests. The name is
-- another than that of the column in tables made of facts (`retracted`), since earlier programs join these and name no table.
ALTER TABLE fact ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;
ALTER TABLE result ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;

-- What a component has decides which checks apply to it.
DROP VIEW v_scope;
CREATE VIEW v_scope AS
SELECT record.key AS component, applicable.check_id AS "check", plan_condition.condition
FROM record
JOIN applicable ON applicable.alike = json_extract(
    record.doc, '$.kind', '$.profile', '$.platforms', '$.style', '$.target_tier', '$.has')
  AND applicable.check_id <> ''
CROSS JOIN plan_condition
WHERE record.kind = 'component' AND record.deleted = 0 AND coalesce(json_extract(record.doc, '$.retired'), 0) = 0;
