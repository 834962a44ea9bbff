-- The database of a tracker, version 1. Frozen once shipped: a change is a new file.
--
-- Times are milliseconds UTC since 1970 unless a column says otherwise. A fact's local number is
-- line * 2^40 + sequence, so that facts of one machine stand together and are appended in order.

-- ============================================================ facts: what machines exchange

-- Small strings that many rows repeat (component keys, check ids, conditions, testers, builds ...). Row 0 is the
-- empty string: "not given", and the default condition. Numbers are local and never leave this file.
CREATE TABLE term (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO term (id, text) VALUES (0, '');

-- One row per replica that a fact came from. A replica that was copied and went on as two (a fork) has one line per
-- branch here; both branches are kept.
CREATE TABLE line (
  id INTEGER PRIMARY KEY,
  replica TEXT NOT NULL,     -- the replica's identifier as it travels
  fork INTEGER NOT NULL,     -- 0, or 1, 2 ... for further branches
  UNIQUE (replica, fork)
) STRICT;

-- Every fact but results, as canonical JSON. `projected` is 0 for what this version does not understand: it is kept
-- and forwarded byte for byte, and counted as kept for a newer version.
CREATE TABLE fact (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  ms INTEGER NOT NULL,       -- hybrid clock: milliseconds UTC
  counter INTEGER NOT NULL,  -- hybrid clock: counter
  prev BLOB NOT NULL,        -- first 8 bytes of the digest of the replica's previous fact; empty for its first
  digest BLOB NOT NULL,      -- SHA-256 of the canonical bytes
  body TEXT NOT NULL,        -- canonical JSON
  projected INTEGER NOT NULL
) STRICT;

-- Where and by whom results were seen: one row for each combination in use.
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
-- not possible (members of a newer version) the canonical body stands in `body`.
CREATE TABLE result (
  id INTEGER PRIMARY KEY,
  cell INTEGER NOT NULL,
  context INTEGER NOT NULL,
  ms INTEGER NOT NULL,       -- as in fact
  counter INTEGER NOT NULL,
  prev BLOB NOT NULL,
  digest BLOB NOT NULL,
  time INTEGER,              -- when it was observed, if the tester said so; else the clock tells
  outcome INTEGER NOT NULL,  -- 1 pass, 2 fail, 3 not applicable, 4 cannot tell
  severity INTEGER,          -- 1 critical, 2 serious, 3 moderate, 4 minor
  text INTEGER,              -- version of the check's text, its 8 hex digits as a number
  value TEXT,                -- canonical JSON: {"n":[millionths ...],"text":...,"unit":...}
  note TEXT,
  saw BLOB,                  -- 8 bytes each: digests of other machines' results that were in view
  body TEXT
) STRICT;
CREATE INDEX result_by_cell ON result (cell);

-- ============================================================ projections: rebuilt from the facts at any time

-- A cell: component x check x condition. Its identity is part of the results; the rest is the fold of its results.
-- The counted members of a state (outcome, severity, disputed) feed `tally` and `day_delta`.
CREATE TABLE cell (
  id INTEGER PRIMARY KEY,
  component INTEGER NOT NULL,           -- term
  check_id INTEGER NOT NULL,            -- term
  condition INTEGER NOT NULL,           -- term
  category INTEGER NOT NULL DEFAULT 0,  -- term
  outcome INTEGER NOT NULL DEFAULT 0,   -- as in result; 0 untested
  severity INTEGER NOT NULL DEFAULT 0,  -- as in result; 0 not rated
  disputed INTEGER NOT NULL DEFAULT 0,
  shown INTEGER NOT NULL DEFAULT 0,     -- the result that is shown
  latest INTEGER NOT NULL DEFAULT 0,    -- the latest result in observed order
  latest_time INTEGER NOT NULL DEFAULT 0,
  since INTEGER NOT NULL DEFAULT 0,     -- when the outcome shown began
  results INTEGER NOT NULL DEFAULT 0,   -- results that count
  changes INTEGER NOT NULL DEFAULT 0,   -- rows in transition
  line INTEGER NOT NULL DEFAULT 0,      -- the one line all results came from; negative where there are several
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
  disputed INTEGER NOT NULL,
  PRIMARY KEY (cell, ordinal)
) STRICT, WITHOUT ROWID;

-- Cells by state now, per component and category.
CREATE TABLE tally (
  component INTEGER NOT NULL,  -- term
  category INTEGER NOT NULL,   -- term
  pass INTEGER NOT NULL, fail INTEGER NOT NULL, na INTEGER NOT NULL, cant_tell INTEGER NOT NULL,
  disputed INTEGER NOT NULL,
  critical INTEGER NOT NULL, serious INTEGER NOT NULL, moderate INTEGER NOT NULL, minor INTEGER NOT NULL,
  unrated INTEGER NOT NULL,
  PRIMARY KEY (component, category)
) STRICT, WITHOUT ROWID;

-- How many cells entered less left each state, per day (days since 1970, UTC) and category: a prefix sum is a trend.
CREATE TABLE day_delta (
  day INTEGER NOT NULL,
  category INTEGER NOT NULL,   -- term
  pass INTEGER NOT NULL, fail INTEGER NOT NULL, na INTEGER NOT NULL, cant_tell INTEGER NOT NULL,
  disputed INTEGER NOT NULL,
  critical INTEGER NOT NULL, serious INTEGER NOT NULL, moderate INTEGER NOT NULL, minor INTEGER NOT NULL,
  unrated INTEGER NOT NULL,
  PRIMARY KEY (day, category)
) STRICT, WITHOUT ROWID;

-- Editable records (component, audit, check, checklist, waiver, question, task, setting) as they stand: the shown
-- value of each field.
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

-- What was taken back: `target` is the first 8 bytes of a fact's digest, `fact` the retraction. `void` is 0 where the
-- retraction stands, 1 where it was itself taken back (redo), 2 while the fact that it names is not here.
CREATE TABLE retraction (
  target BLOB NOT NULL,
  fact INTEGER NOT NULL,
  void INTEGER NOT NULL,
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

-- Every text of every check this tracker has known, so that a result can say which text it was given against.
CREATE TABLE check_text (
  check_id TEXT NOT NULL,
  version INTEGER NOT NULL,    -- the first 8 hex digits of the judgement text's digest, as a number
  category TEXT NOT NULL,
  current INTEGER NOT NULL,
  origin TEXT NOT NULL,        -- built-in, earlier (was built-in), or team: its own or its change to a built-in one
  doc TEXT NOT NULL,           -- canonical JSON, the format of the catalogue
  PRIMARY KEY (check_id, version, origin)
) STRICT, WITHOUT ROWID;

-- ============================================================ local: about this file, never exchanged

-- tracker, replica, parent, fingerprint, catalog.
CREATE TABLE local (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- ============================================================ views: a public interface for the sqlite3 shell,
-- Datasette or a BI tool. Columns are only ever added.

-- Every cell as it stands.
CREATE VIEW v_cell AS
SELECT cell.id, component.text AS component, check_term.text AS "check", condition.text AS condition,
  category.text AS category,
  CASE cell.outcome WHEN 1 THEN 'pass' WHEN 2 THEN 'fail' WHEN 3 THEN 'na' WHEN 4 THEN 'cant-tell'
    ELSE 'untested' END AS outcome,
  nullif(cell.severity, 0) AS severity, cell.disputed,
  strftime('%Y-%m-%dT%H:%M:%SZ', cell.since / 1000, 'unixepoch') AS since,
  strftime('%Y-%m-%dT%H:%M:%SZ', cell.latest_time / 1000, 'unixepoch') AS at,
  tester.text AS tester, build.text AS build, device.text AS device, os.text AS os, audit.text AS audit,
  json_extract(result.value, '$.text') AS value, result.note, cell.results
FROM cell
JOIN term AS component ON component.id = cell.component
JOIN term AS check_term ON check_term.id = cell.check_id
JOIN term AS condition ON condition.id = cell.condition
JOIN term AS category ON category.id = cell.category
LEFT JOIN result ON result.id = cell.shown
LEFT JOIN context ON context.id = result.context
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

-- Open findings: failing cells, since when, and the waiver if one stands (in force until the end of its day).
CREATE VIEW v_finding AS
SELECT v_cell.component, v_cell."check", v_cell.condition, v_cell.category, v_cell.severity, v_cell.disputed,
  v_cell.since, v_cell.at, v_cell.tester, v_cell.build, v_cell.value, v_cell.note,
  v_component.owner, v_component.screens,
  (SELECT max(json_extract(doc, '$.until')) FROM record
    WHERE kind = 'waiver' AND deleted = 0 AND json_extract(doc, '$.component') = v_cell.component
      AND json_extract(doc, '$.check') = v_cell."check"
      AND coalesce(json_extract(doc, '$.condition'), v_cell.condition) = v_cell.condition) AS waived_until
FROM v_cell LEFT JOIN v_component ON v_component.key = v_cell.component
WHERE v_cell.outcome = 'fail' AND coalesce(v_component.retired, 0) = 0
  AND NOT EXISTS (SELECT 1 FROM record WHERE kind = 'component' AND key = v_cell.component AND deleted = 1);

-- Cells by outcome per category at the end of each day on which something changed.
CREATE VIEW v_trend AS
SELECT date(day * 86400, 'unixepoch') AS day, term.text AS category,
  sum(pass) OVER past AS pass, sum(fail) OVER past AS fail, sum(na) OVER past AS na,
  sum(cant_tell) OVER past AS cant_tell, sum(disputed) OVER past AS disputed,
  sum(critical) OVER past AS critical, sum(serious) OVER past AS serious,
  sum(moderate) OVER past AS moderate, sum(minor) OVER past AS minor, sum(unrated) OVER past AS unrated
FROM day_delta JOIN term ON term.id = day_delta.category
WINDOW past AS (PARTITION BY category ORDER BY day);
