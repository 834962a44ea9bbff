-- What others decide counts here once they are followed: until then it waits, and `register.live` is 2.

-- Whom this machine follows. Local: never exchanged.
CREATE TABLE following (
  kind TEXT NOT NULL,          -- machine, signer, everyone, or joining (the last two with an empty name)
  name TEXT NOT NULL,          -- the ID of the machine, or the name of the signer in allowed_signers
  since INTEGER NOT NULL,      -- milliseconds UTC; 0 where the tracker was upgraded
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

-- A tracker that stands already goes on with the machines that it has entries of: an upgrade changes no figure.
INSERT INTO following (kind, name, since) SELECT 'machine', replica, 0 FROM branch WHERE own = 0 AND fork = 0;
INSERT INTO local (name, value) SELECT 'following', 'upgraded' WHERE EXISTS (SELECT 1 FROM branch WHERE own = 0);

-- Builds (terms) that no one who is followed here has named: they replace nothing. Derived from the results, the settings,
-- the audits, and from whom this machine follows.
CREATE TABLE claimed (build INTEGER PRIMARY KEY) STRICT;

-- The writes that wait are few, and every command asks for them.
CREATE INDEX register_waiting ON register (fact) WHERE live = 2;

-- The target tier of a component decides which checks of its size apply to it.
DROP VIEW v_scope;
CREATE VIEW v_scope AS
SELECT record.key AS component, applicable.check_id AS "check", plan_condition.condition
FROM record
JOIN applicable ON applicable.alike = json_extract(
    record.doc, '$.kind', '$.profile', '$.platforms', '$.style', '$.target_tier')
  AND applicable.check_id <> ''
CROSS JOIN plan_condition
WHERE record.kind = 'component' AND record.deleted = 0 AND coalesce(json_extract(record.doc, '$.retired'), 0) = 0;
