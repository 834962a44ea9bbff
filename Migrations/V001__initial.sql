-- The database of a tracker, version 1. Frozen once shipped: a change is a new file.
--
-- Times are milliseconds UTC since 1970 unless a column says otherwise. A fact's local number is
-- branch * 2^40 + sequence, so that facts of one machine are together and are appended in order.

-- ============================================================ facts: what machines exchange

-- Small strings that many rows repeat (component keys, check ids, conditions, testers, builds ...). Row 0 is the
-- empty string: "not given", and the default condition. Numbers are local and never leave this file.
CREATE TABLE term (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO term (id, text) VALUES (0, '');

-- Where the facts of a replica are kept: one row for most, further rows where two facts have the same number. Which
-- fact follows which is in `run`, not in these.
CREATE TABLE branch (
  id INTEGER PRIMARY KEY,
  replica TEXT NOT NULL,     -- the replica's identifier as it travels
  fork INTEGER NOT NULL,     -- 0, or 1, 2 ... for further rows
  own INTEGER NOT NULL DEFAULT 0,  -- 1 a chain of this file, 2 a session with a child that was begun here
  UNIQUE (replica, fork)
) STRICT;

-- Every fact but results, as canonical JSON, and the headers of facts whose content is not here: those have an empty
-- body and a commitment in the place of the salt. `projected` is 0 for what this version does not understand: it is
-- kept and forwarded byte for byte, and counted as kept for a newer version.
CREATE TABLE fact (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  ms INTEGER NOT NULL,       -- hybrid clock: milliseconds UTC
  counter INTEGER NOT NULL,  -- hybrid clock: counter
  prev BLOB NOT NULL,        -- first 16 bytes of the identity of the replica's previous fact; empty for its first
  digest BLOB NOT NULL,      -- the identity: SHA-256 of the canonical header
  salt BLOB,                 -- 16 bytes; null for `erase`, `retract` and `replica`, and where the content is not here
  commitment BLOB,           -- SHA-256 of salt and body, only where the content is not here
  saw BLOB,                  -- 16 bytes each: identities of facts that were in view; null for none
  body TEXT NOT NULL,        -- canonical JSON; empty where the content is not here
  projected INTEGER NOT NULL
) STRICT;
CREATE INDEX header ON fact (id) WHERE body = '';

-- Where and by whom results were observed: one row for each combination in use.
CREATE TABLE context (
  id INTEGER PRIMARY KEY,
  tester INTEGER NOT NULL,   -- term
  device INTEGER NOT NULL,   -- term
  os INTEGER NOT NULL,       -- term
  build INTEGER NOT NULL,    -- term
  audit INTEGER NOT NULL,    -- term
  source INTEGER NOT NULL,   -- term: digest of the component's source file, 16 hex digits
  UNIQUE (tester, device, os, build, audit, source)
) STRICT;

-- Results: the facts of volume, in typed columns from which the canonical bytes are rebuilt exactly. Where that is
-- not possible (members of a newer version) the canonical body is in `body`.
CREATE TABLE result (
  id INTEGER PRIMARY KEY,
  cell INTEGER NOT NULL,
  context INTEGER NOT NULL,
  ms INTEGER NOT NULL,       -- as in fact
  counter INTEGER NOT NULL,
  prev BLOB NOT NULL,
  digest BLOB NOT NULL,
  salt BLOB NOT NULL,
  time INTEGER,              -- when it was observed, if the tester said so; else the clock tells
  outcome INTEGER NOT NULL,  -- what was said: 1 pass, 2 fail, 3 not applicable, 4 cannot tell
  severity INTEGER,          -- 1 critical, 2 serious, 3 moderate, 4 minor
  text INTEGER,              -- version of the check's text, its 8 hex digits as a number
  value TEXT,                -- canonical JSON: {"n":[millionths ...],"text":...,"unit":...}
  note TEXT,
  retest INTEGER,            -- 1 where it was said to be a deliberate retest
  saw BLOB,                  -- as in fact
  body TEXT,
  earlier INTEGER NOT NULL   -- the result that was stored before this one in the same cell, 0 for the first
) STRICT;

-- ============================================================ projections: rebuilt from the facts at any time

-- Which facts saw which. A run is a stretch of one branch in which each fact names the one before it; another one begins
-- where that link is missing, and at facts that were made in the place of one another (a fork).
CREATE TABLE run (
  first INTEGER PRIMARY KEY,   -- the first fact
  parent INTEGER NOT NULL,     -- the fact that it names as the one before it, 0 where that is none or not here
  rival INTEGER NOT NULL       -- 1 where other facts of the replica have its number and name the same one before them
) STRICT;

-- What the facts of a run have seen of others: from the fact `at` on, the run `target` up to the fact `upto`.
CREATE TABLE sight (
  run INTEGER NOT NULL,
  target INTEGER NOT NULL,     -- run
  at INTEGER NOT NULL,
  upto INTEGER NOT NULL,
  PRIMARY KEY (run, target, at)
) STRICT, WITHOUT ROWID;

-- Identities (their first 16 bytes) that facts name and that are not here.
CREATE TABLE missing (
  reference BLOB PRIMARY KEY,
  saw INTEGER NOT NULL         -- 1 where a fact says that it had it in view, 0 where one is only asked to be undone
) STRICT, WITHOUT ROWID;

-- A cell: component x check x condition. Its identity is part of the results; the rest is the fold of its results.
-- The counted members of a state (outcome, severity, marks) feed `tally` and `day_delta`.
CREATE TABLE cell (
  id INTEGER PRIMARY KEY,
  component INTEGER NOT NULL,           -- term
  check_id INTEGER NOT NULL,            -- term
  condition INTEGER NOT NULL,           -- term
  category INTEGER NOT NULL DEFAULT 0,  -- term
  outcome INTEGER NOT NULL DEFAULT 0,   -- as in result, a failure where the value misses the check; 0 untested
  severity INTEGER NOT NULL DEFAULT 0,  -- as in result; 0 not rated
  marks INTEGER NOT NULL DEFAULT 0,     -- 1 disputed: testers differ who had not seen each other's result
                                        -- 2 contradicted: a tester who had seen a worse result logged a better one
                                        -- 4 the value of the result shown contradicts its outcome
                                        -- 8 a retest on the same build improved on the result of another tester
  shown INTEGER NOT NULL DEFAULT 0,     -- the result that is shown: the worst of those that nothing supersedes
  context INTEGER NOT NULL DEFAULT 0,   -- of the result that is shown
  latest INTEGER NOT NULL DEFAULT 0,    -- the latest result in observed order
  latest_time INTEGER NOT NULL DEFAULT 0,
  seen INTEGER NOT NULL DEFAULT 0,      -- when what is shown was last observed: age is counted from here
  since INTEGER NOT NULL DEFAULT 0,     -- when the outcome shown began
  text INTEGER,                         -- of the result that is shown, as in result
  results INTEGER NOT NULL DEFAULT 0,   -- results that count
  changes INTEGER NOT NULL DEFAULT 0,   -- rows in transition
  branch INTEGER NOT NULL DEFAULT 0,    -- the branch of its results where each supersedes those before it; else -1
  measured INTEGER NOT NULL DEFAULT 0,  -- 1 where a result has a value
  last INTEGER NOT NULL DEFAULT 0,      -- where the list of its results begins, see result.earlier
  UNIQUE (component, check_id, condition)
) STRICT;

-- The moments at which what a cell shows changed: trends are sums over these.
CREATE TABLE transition (
  cell INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,   -- 0, 1, 2 ... in observed order
  time INTEGER NOT NULL,
  result INTEGER NOT NULL,
  outcome INTEGER NOT NULL,
  severity INTEGER NOT NULL,
  marks INTEGER NOT NULL,     -- as in cell, without 8
  PRIMARY KEY (cell, ordinal)
) STRICT, WITHOUT ROWID;

-- Editable records (component, audit, check, checklist, waiver, question, task, setting) in their current state: the
-- shown value of each field.
CREATE TABLE record (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  doc TEXT NOT NULL,           -- canonical JSON object: field to value
  deleted INTEGER NOT NULL,
  conflicts INTEGER NOT NULL,  -- fields with more than one value in view
  changed INTEGER NOT NULL,    -- latest clock of a write, milliseconds
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

-- Which fact wrote which field of which record. `live` marks the writes that nothing later has seen.
CREATE TABLE register (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  field TEXT NOT NULL,         -- '@deleted' for delete and restore
  fact INTEGER NOT NULL,
  value TEXT NOT NULL,         -- canonical JSON
  live INTEGER NOT NULL,
  PRIMARY KEY (kind, key, field, fact)
) STRICT, WITHOUT ROWID;

-- What `retract` facts ask to have retracted (undo, and redo where the target is a retraction itself), one row per fact
-- they name. `standing` is 0 where the retraction is in force, 1 where it was itself retracted, 2 while the fact that it
-- names is not here, 3 while it waits for a decision because another author owns the target, 4 where it was refused here,
-- 5 where only an undecided fork keeps it from being in force.
CREATE TABLE retraction (
  target BLOB NOT NULL,        -- first 16 bytes of the named fact's identity
  fact INTEGER NOT NULL,       -- the retraction
  number INTEGER NOT NULL,     -- the named fact; 0 while it is not here
  standing INTEGER NOT NULL,
  PRIMARY KEY (target, fact)
) STRICT, WITHOUT ROWID;

-- What `erase` facts ask to have destroyed, one row per fact they name. `standing` as in retraction, and 6 where the
-- named fact belongs to a session with a child and is withheld until a decision.
CREATE TABLE erasure (
  target BLOB NOT NULL,        -- first 16 bytes of the named fact's identity
  fact INTEGER NOT NULL,       -- the erase fact
  number INTEGER NOT NULL,     -- the named fact; 0 while it is not here
  standing INTEGER NOT NULL,
  PRIMARY KEY (target, fact)
) STRICT, WITHOUT ROWID;

-- Remarks on a component, or on a component and a check.
CREATE TABLE note (
  fact INTEGER PRIMARY KEY,
  component INTEGER NOT NULL,  -- term
  check_id INTEGER NOT NULL,   -- term; 0 for the component as a whole
  tester INTEGER NOT NULL,     -- term
  time INTEGER NOT NULL,
  text TEXT NOT NULL,
  retracted INTEGER NOT NULL
) STRICT;
CREATE INDEX note_by_component ON note (component);

-- Files that show what a result says, one row per `evidence` fact. The file itself is in the evidence folder under its
-- SHA-256, or is not here.
CREATE TABLE evidence (
  fact INTEGER PRIMARY KEY,
  result BLOB NOT NULL,        -- first 16 bytes of the result's identity, whether it is here or not
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

-- What tools found by themselves, one row per `signal` fact; what they reported is in the fact.
CREATE TABLE signal (
  fact INTEGER PRIMARY KEY,
  component INTEGER NOT NULL,  -- term
  check_id INTEGER NOT NULL,   -- term
  condition INTEGER NOT NULL,  -- term
  time INTEGER NOT NULL,       -- when the tool ran, as far as is known, and never after it was recorded; ms UTC
  retracted INTEGER NOT NULL
) STRICT;

-- What belongs to a session with a child, one row per `session`, `trial`, `contact` and `remark` fact; their
-- content is in the fact.
CREATE TABLE session_fact (
  fact INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,       -- 1 session, 2 trial, 3 contact, 4 remark
  session BLOB NOT NULL,       -- first 16 bytes of the identity of the session, its own for a session
  retracted INTEGER NOT NULL   -- 1 taken back, 2 withheld until an erasure is decided on
) STRICT;

-- Every text of every check this tracker has known, so that a result can say which text it was given against. `rules`
-- is what logging needs to know of a check, in front of the long text.
CREATE TABLE check_text (
  check_id TEXT NOT NULL,
  version INTEGER NOT NULL,    -- the first 8 hex digits of the judgement text's digest, as a number
  category TEXT NOT NULL,
  current INTEGER NOT NULL,
  origin TEXT NOT NULL,        -- built-in, earlier (was built-in), or team: its own or its change to a built-in one
  severity INTEGER NOT NULL,   -- of a failure nobody rated, as in result
  rules TEXT NOT NULL,         -- JSON: [applies_to, platforms, profiles, measurement] of `doc`
  doc TEXT NOT NULL,           -- canonical JSON, the format of the catalog
  PRIMARY KEY (check_id, version, origin)
) STRICT, WITHOUT ROWID;

-- What the tracker's plan asks for: its checks (no row until checklists were chosen, then an empty one as well), its
-- conditions, and of the checks those that apply to components alike, by what makes them alike in their records.
CREATE TABLE plan_check (check_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE plan_condition (
  condition TEXT PRIMARY KEY,
  chosen INTEGER NOT NULL      -- 0 where nobody chose: then what was tested under others counts as well
) STRICT, WITHOUT ROWID;
CREATE TABLE applicable (
  alike TEXT NOT NULL,         -- JSON: [kind, profile, platforms, style] of the record
  check_id TEXT NOT NULL,      -- empty in one row for each
  PRIMARY KEY (alike, check_id)
) STRICT, WITHOUT ROWID;

-- ============================================================ local: about this file, never exchanged

-- tracker, replica, place, catalog, former (names this file had before) ...
CREATE TABLE local (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What this machine decided about the requests and the forks of others.
CREATE TABLE decision (
  kind TEXT NOT NULL,          -- follow or refuse an erasure or undo; branch: the head of the branch that was chosen
  identity BLOB NOT NULL,      -- of the request, or of the head
  number INTEGER NOT NULL DEFAULT 0,  -- of the head; 0 while that is not here
  PRIMARY KEY (kind, identity)
) STRICT, WITHOUT ROWID;

-- Heads of chains whose signature was verified here. The message and the signature are kept to be passed on.
CREATE TABLE signed (
  identity BLOB PRIMARY KEY,   -- of the head
  key TEXT NOT NULL,           -- fingerprint, SHA256:...
  name TEXT NOT NULL,          -- of the signer in allowed_signers
  number INTEGER NOT NULL DEFAULT 0,  -- of the head; 0 while it is not here
  message TEXT NOT NULL DEFAULT '',
  signature TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- Whose code a child's subject is. No other machine learns a code from here.
CREATE TABLE participant (
  subject TEXT PRIMARY KEY,    -- 32 hex digits
  code TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Who was given a session with a child, and when; and when its erasure was.
CREATE TABLE given (
  replica TEXT NOT NULL,       -- of the session
  recipient TEXT NOT NULL,
  time INTEGER NOT NULL,       -- milliseconds UTC
  told INTEGER NOT NULL,       -- when its erasure was written for the recipient; 0 not yet
  PRIMARY KEY (replica, recipient)
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

-- ============================================================ views: a public interface for the sqlite3 shell,
-- Datasette or a BI tool. Columns are only ever added.

-- Every cell with its current state; `in_plan` where it counts. `severity` is that of its check where no tester gave one.
CREATE VIEW v_cell AS
SELECT cell.id, component.text AS component, check_term.text AS "check", condition_term.text AS condition,
  category.text AS category,
  CASE cell.outcome WHEN 1 THEN 'pass' WHEN 2 THEN 'fail' WHEN 3 THEN 'na' WHEN 4 THEN 'cant-tell'
    ELSE 'untested' END AS outcome,
  CASE cell.outcome WHEN 2 THEN coalesce(nullif(cell.severity, 0), (
    SELECT check_text.severity FROM check_text WHERE check_id = check_term.text AND current = 1), 2) END AS severity,
  cell.marks & 1 AS disputed,
  strftime('%Y-%m-%dT%H:%M:%SZ', cell.since / 1000, 'unixepoch') AS since,
  strftime('%Y-%m-%dT%H:%M:%SZ', cell.seen / 1000, 'unixepoch') AS at,
  tester.text AS tester, build.text AS build, device.text AS device, os.text AS os, audit.text AS audit,
  json_extract(result.value, '$.text') AS value, result.note, cell.results,
  cell.marks >> 1 & 1 AS contradicted, cell.marks >> 2 & 1 AS overruled, cell.marks >> 3 & 1 AS retest,
  nullif(cell.severity, 0) AS given_severity,
  NOT EXISTS (SELECT 1 FROM record WHERE kind = 'component' AND key = component.text
      AND (deleted = 1 OR coalesce(json_extract(doc, '$.retired'), 0) <> 0))
    AND (NOT EXISTS (SELECT 1 FROM plan_check) OR EXISTS (SELECT 1 FROM plan_check WHERE check_id = check_term.text))
    AND (NOT EXISTS (SELECT 1 FROM plan_condition WHERE chosen = 1)
      OR EXISTS (SELECT 1 FROM plan_condition WHERE condition = condition_term.text)) AS in_plan
FROM cell
JOIN term AS component ON component.id = cell.component
JOIN term AS check_term ON check_term.id = cell.check_id
JOIN term AS condition_term ON condition_term.id = cell.condition
JOIN term AS category ON category.id = cell.category
LEFT JOIN result ON result.id = cell.shown
LEFT JOIN context ON context.id = cell.context
LEFT JOIN term AS tester ON tester.id = context.tester
LEFT JOIN term AS build ON build.id = context.build
LEFT JOIN term AS device ON device.id = context.device
LEFT JOIN term AS os ON os.id = context.os
LEFT JOIN term AS audit ON audit.id = context.audit;

-- Components as registered.
CREATE VIEW v_component AS
SELECT key, json_extract(doc, '$.kind') AS kind, json_extract(doc, '$.profile') AS profile,
  json_extract(doc, '$.title') AS title, json_extract(doc, '$.source') AS source,
  json_extract(doc, '$.owner') AS owner, json_extract(doc, '$.screens') AS screens,
  json_extract(doc, '$.tags') AS tags, json_extract(doc, '$.size') AS size,
  coalesce(json_extract(doc, '$.retired'), 0) AS retired, conflicts
FROM record WHERE kind = 'component' AND deleted = 0;

-- Open findings: failing cells, since when, the waiver if there is one (in force until the end of its day), and the
-- anti-pattern that a failure was filed as.
CREATE VIEW v_finding AS
SELECT v_cell.component, v_cell."check", v_cell.condition, v_cell.category, v_cell.severity, v_cell.disputed,
  v_cell.since, v_cell.at, v_cell.tester, v_cell.build, v_cell.value, v_cell.note,
  v_component.owner, v_component.screens,
  (SELECT max(json_extract(doc, '$.until')) FROM record
    WHERE kind = 'waiver' AND deleted = 0 AND json_extract(doc, '$.component') = v_cell.component
      AND json_extract(doc, '$.check') = v_cell."check"
      AND coalesce(json_extract(doc, '$.condition'), v_cell.condition) = v_cell.condition
      AND json_extract(doc, '$.until') >= date('now')) AS waived_until,
  (SELECT json_extract(result.body, '$.pattern') FROM cell JOIN result ON result.id = cell.shown
    WHERE cell.id = v_cell.id) AS pattern,
  v_cell.contradicted, v_cell.overruled, v_cell.retest, v_cell.given_severity
FROM v_cell LEFT JOIN v_component ON v_component.key = v_cell.component
WHERE v_cell.outcome = 'fail' AND v_cell.in_plan;

-- The cells that the plan of the tracker asks for, tested or not.
CREATE VIEW v_scope AS
SELECT record.key AS component, applicable.check_id AS "check", plan_condition.condition
FROM record
JOIN applicable ON applicable.alike = json_extract(record.doc, '$.kind', '$.profile', '$.platforms', '$.style')
  AND applicable.check_id <> ''
CROSS JOIN plan_condition
WHERE record.kind = 'component' AND record.deleted = 0 AND coalesce(json_extract(record.doc, '$.retired'), 0) = 0;

-- The figures of the tracker: those of `a11y status`.
CREATE VIEW v_status AS
SELECT cells.*, asked - tested AS untested, pass + fail AS judged,
  pass + fail + cant_tell + asked - tested AS applicable, pass + fail + na + cant_tell + asked - tested AS in_scope
FROM (
  SELECT count(*) FILTER (WHERE outcome = 'pass') AS pass, count(*) FILTER (WHERE outcome = 'fail') AS fail,
    count(*) FILTER (WHERE outcome = 'na') AS na, count(*) FILTER (WHERE outcome = 'cant-tell') AS cant_tell,
    count(*) FILTER (WHERE disputed) AS disputed, count(*) FILTER (WHERE contradicted) AS contradicted,
    count(*) FILTER (WHERE severity = 1) AS critical, count(*) FILTER (WHERE severity = 2) AS serious,
    count(*) FILTER (WHERE severity = 3) AS moderate, count(*) FILTER (WHERE severity = 4) AS minor,
    (SELECT count(*) FROM v_scope) AS asked,
    (SELECT count(*) FROM v_scope JOIN v_cell USING (component, "check", condition) WHERE outcome <> 'untested') AS tested
  FROM v_cell WHERE in_plan AND outcome <> 'untested'
) AS cells;

-- Cells by outcome per category at the end of each day on which something changed.
CREATE VIEW v_trend AS
WITH rated(check_term, severity) AS (
  SELECT term.id, check_text.severity FROM check_text JOIN term ON term.text = check_text.check_id WHERE current = 1
), step AS (
  SELECT cell.category, transition.cell, transition.ordinal,
    (transition.time - (transition.time % 86400000 + 86400000) % 86400000) / 86400000 AS day,
    transition.outcome, transition.marks,
    CASE transition.outcome WHEN 2 THEN coalesce(nullif(transition.severity, 0), rated.severity, 2) END AS severity
  FROM transition JOIN cell ON cell.id = transition.cell LEFT JOIN rated ON rated.check_term = cell.check_id
  WHERE cell.id IN (SELECT id FROM v_cell WHERE in_plan)
), change AS (
  SELECT category, day, outcome, severity, marks, 1 AS sign FROM step
  UNION ALL
  SELECT later.category, later.day, step.outcome, step.severity, step.marks, -1
  FROM step JOIN step AS later ON later.cell = step.cell AND later.ordinal = step.ordinal + 1
), delta AS (
  SELECT day, category, sum(sign * (outcome = 1)) AS pass, sum(sign * (outcome = 2)) AS fail,
    sum(sign * (outcome = 3)) AS na, sum(sign * (outcome = 4)) AS cant_tell, sum(sign * (marks & 1)) AS disputed,
    sum(sign * (severity IS 1)) AS critical, sum(sign * (severity IS 2)) AS serious,
    sum(sign * (severity IS 3)) AS moderate, sum(sign * (severity IS 4)) AS minor,
    sum(sign * (marks >> 1 & 1)) AS contradicted
  FROM change GROUP BY day, category
)
SELECT date(day * 86400, 'unixepoch') AS day, term.text AS category,
  sum(pass) OVER past AS pass, sum(fail) OVER past AS fail, sum(na) OVER past AS na,
  sum(cant_tell) OVER past AS cant_tell, sum(disputed) OVER past AS disputed,
  sum(critical) OVER past AS critical, sum(serious) OVER past AS serious,
  sum(moderate) OVER past AS moderate, sum(minor) OVER past AS minor, sum(contradicted) OVER past AS contradicted
FROM delta JOIN term ON term.id = delta.category
WHERE (pass, fail, na, cant_tell, disputed, critical, serious, moderate, minor, contradicted)
  <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
WINDOW past AS (PARTITION BY category ORDER BY day);

-- Trials of tests with children that count, practice included. Of a trial whose session is not here the columns of the
-- session are null. Sizes are in tenths of a point; `filtered` is the outcome without palms, holdovers and adults.
-- `participant` is the child's code where this machine knows it, else the subject that stands for it.
CREATE VIEW v_first_tap AS
SELECT json_extract(session.body, '$.plan') AS plan, json_extract(trial.body, '$.component') AS component,
  coalesce(participant.code, json_extract(session.body, '$.subject')) AS participant,
  json_extract(session.body, '$.age') AS age,
  coalesce(json_extract(session.body, '$.input'), 'finger') AS input, json_extract(trial.body, '$.n') AS trial,
  json_extract(trial.body, '$.kind') AS kind, json_extract(trial.body, '$.width') AS width,
  json_extract(trial.body, '$.height') AS height, json_extract(session.body, '$.ppi') / 100.0 AS points_per_inch,
  json_extract(trial.body, '$.outcome') AS outcome,
  coalesce(json_extract(trial.body, '$.filtered'), json_extract(trial.body, '$.outcome')) AS filtered,
  coalesce(json_extract(trial.body, '$.hand'), 'unknown') AS hand
FROM session_fact JOIN fact AS trial ON trial.id = session_fact.fact
LEFT JOIN (
  SELECT session_fact.session, fact.body FROM session_fact JOIN fact ON fact.id = session_fact.fact
  WHERE session_fact.kind = 1 AND session_fact.retracted = 0
) AS session ON session.session = session_fact.session
LEFT JOIN participant ON participant.subject = json_extract(session.body, '$.subject')
WHERE session_fact.kind = 2 AND session_fact.retracted = 0;

-- Everything that is registered: components, audits, waivers, questions, tasks, shortcuts, gestures ... What is known of
-- it is a JSON object, from field to value.
CREATE VIEW v_record AS
SELECT kind, key, doc, deleted, conflicts FROM record;

-- What design promised of a component, one row per check and condition in which it was answered; what was found is null
-- where it was not tested.
CREATE VIEW v_planned AS
SELECT record.key AS component, substr(field.key, 9) AS "check", field.value AS planned, v_cell.condition,
  v_cell.outcome, v_cell.value AS found
FROM record JOIN json_each(record.doc) AS field
LEFT JOIN v_cell ON v_cell.component = record.key AND v_cell."check" = substr(field.key, 9)
  AND v_cell.outcome <> 'untested'
WHERE record.kind = 'component' AND record.deleted = 0 AND substr(field.key, 1, 8) = 'planned.'
  AND field.type <> 'null';
