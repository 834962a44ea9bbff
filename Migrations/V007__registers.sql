-- Records, plans of components and anti-patterns in the views, version 7. Frozen once shipped: a change is a new file.

-- ============================================================ views: a public interface

-- Everything that is registered: components, audits, waivers, questions, tasks, shortcuts, gestures ... What is known of
-- it is a JSON object, from field to value.
CREATE VIEW v_record AS
SELECT kind, key, doc, deleted, conflicts FROM record;

-- What design promised of a component, one row per check and condition in which it was answered; what was found is null
-- where nobody has looked.
CREATE VIEW v_planned AS
SELECT record.key AS component, substr(field.key, 9) AS "check", field.value AS planned, v_cell.condition,
  v_cell.outcome, v_cell.value AS found
FROM record JOIN json_each(record.doc) AS field
LEFT JOIN v_cell ON v_cell.component = record.key AND v_cell."check" = substr(field.key, 9)
  AND v_cell.outcome <> 'untested'
WHERE record.kind = 'component' AND record.deleted = 0 AND substr(field.key, 1, 8) = 'planned.'
  AND field.type <> 'null';

-- As before, and the anti-pattern that a failure was filed as.
DROP VIEW IF EXISTS v_finding;
CREATE VIEW v_finding AS
SELECT v_cell.component, v_cell."check", v_cell.condition, v_cell.category, v_cell.severity, v_cell.disputed,
  v_cell.since, v_cell.at, v_cell.tester, v_cell.build, v_cell.value, v_cell.note,
  v_component.owner, v_component.screens,
  (SELECT max(json_extract(doc, '$.until')) FROM record
    WHERE kind = 'waiver' AND deleted = 0 AND json_extract(doc, '$.component') = v_cell.component
      AND json_extract(doc, '$.check') = v_cell."check"
      AND coalesce(json_extract(doc, '$.condition'), v_cell.condition) = v_cell.condition) AS waived_until,
  (SELECT json_extract(result.body, '$.pattern') FROM cell JOIN result ON result.id = cell.shown
    WHERE cell.id = v_cell.id) AS pattern
FROM v_cell LEFT JOIN v_component ON v_component.key = v_cell.component
WHERE v_cell.outcome = 'fail' AND coalesce(v_component.retired, 0) = 0
  AND NOT EXISTS (SELECT 1 FROM record WHERE kind = 'component' AND key = v_cell.component AND deleted = 1);
