-- Questions that are asked often, over the tables of `a11y export --tables`: sums of what the program decided.
create or replace view v_untested as
select tracker, component, "check", condition from v_scope where not exists (
  select 1 from v_cell where v_cell.tracker = v_scope.tracker and v_cell.component = v_scope.component
    and v_cell."check" = v_scope."check" and v_cell.condition = v_scope.condition and outcome <> 'untested');

create or replace view v_dispute as
select tracker, component, "check", condition, outcome, severity, tester, build, "at", note
from v_cell where disputed = 1 and in_plan = 1;

create or replace view v_by_category as
select tracker, category, count(*) filter (where outcome = 'pass') as pass, count(*) filter (where outcome = 'fail') as fail,
  count(*) filter (where outcome in ('pass', 'fail')) as judged, count(*) filter (where outcome = 'na') as na,
  count(*) filter (where outcome = 'cant-tell') as cant_tell, count(*) filter (where disputed = 1) as disputed,
  count(*) filter (where severity = 1) as critical, count(*) filter (where severity = 2) as serious,
  count(*) filter (where severity = 3) as moderate, count(*) filter (where severity = 4) as minor
from v_cell where in_plan = 1 and outcome <> 'untested' group by tracker, category;

create or replace view v_by_component as
select tracker, component, count(*) filter (where outcome = 'pass') as pass,
  count(*) filter (where outcome = 'fail') as fail, count(*) filter (where outcome in ('pass', 'fail')) as judged,
  count(*) filter (where outcome = 'na') as na, count(*) filter (where outcome = 'cant-tell') as cant_tell,
  count(*) filter (where disputed = 1) as disputed, count(*) filter (where severity = 1) as critical,
  count(*) filter (where severity = 2) as serious, count(*) filter (where severity = 3) as moderate,
  count(*) filter (where severity = 4) as minor
from v_cell where in_plan = 1 and outcome <> 'untested' group by tracker, component;
