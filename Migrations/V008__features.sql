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
