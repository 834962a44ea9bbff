-- A check that has a setting of its own is asked once for all conditions of the plan in which that is on, and for none that
-- excludes it. Here is where that differs from `plan_condition`: `asked` is 1 for a condition under which the plan asks for
-- the check besides, and 0 for one of the plan under which it does not.
CREATE TABLE plan_setting (
  check_id TEXT NOT NULL,
  condition TEXT NOT NULL,
  asked INTEGER NOT NULL,
  PRIMARY KEY (check_id, condition)
) STRICT, WITHOUT ROWID;

DROP VIEW v_scope;
CREATE VIEW v_scope AS
SELECT record.key AS component, applicable.check_id AS "check", asked.condition
FROM record
JOIN applicable ON applicable.alike = json_extract(
    record.doc, '$.kind', '$.profile', '$.platforms', '$.style', '$.target_tier', '$.has')
  AND applicable.check_id <> ''
JOIN (
  SELECT condition, NULL AS check_id FROM plan_condition UNION ALL
  SELECT condition, check_id FROM plan_setting WHERE asked = 1
) AS asked ON asked.check_id IS NULL OR asked.check_id = applicable.check_id
WHERE record.kind = 'component' AND record.deleted = 0 AND coalesce(json_extract(record.doc, '$.retired'), 0) = 0
  AND NOT EXISTS (SELECT 1 FROM plan_setting
    WHERE asked.check_id IS NULL AND plan_setting.check_id = applicable.check_id
      AND plan_setting.condition = asked.condition AND plan_setting.asked = 0);

DROP VIEW v_cell;
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
      OR EXISTS (SELECT 1 FROM plan_condition WHERE condition = condition_term.text)
      OR EXISTS (SELECT 1 FROM plan_setting
        WHERE check_id = check_term.text AND condition = condition_term.text AND asked = 1)) AS in_plan
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

-- What takes a session with a child back behind its end, under the name of its chain, waits from here on where another machine
-- held it. What was in force already stays so.
INSERT OR IGNORE INTO decision (kind, identity)
SELECT 'follow', fact.digest FROM request JOIN fact ON fact.id = request.fact JOIN branch ON branch.id = request.fact >> 40
WHERE request.kind = 'undo' AND request.standing = 0 AND branch.own = 0 AND EXISTS (
  SELECT 1 FROM session_fact CROSS JOIN fact AS told ON told.id = session_fact.fact
  WHERE session_fact.fact BETWEEN branch.id << 40 AND request.fact AND session_fact.kind = 4 AND told.body <> ''
    AND json_extract(told.body, '$.topic') = 'end');
