-- The questions, with the names and columns of `Scripts/postgres/views.sql`; where `.a11y/audit.db` has such a view,
-- with its. Times are UTC.
create or replace macro instant(ms) as make_timestamp(ms * 1000);

create or replace temporary table v_record as
select kind, key, ('{' || coalesce(string_agg(to_json(field)::varchar || ':' || value::varchar, ',' order by field)
    filter (where place = 1 and field <> '@deleted' and value::varchar <> 'null'), '') || '}')::json as doc,
  coalesce(bool_or(value::varchar = 'true') filter (where place = 1 and field = '@deleted'), false) as deleted,
  coalesce(any_value(conflicted.conflicts), 0) as conflicts
from register left join (
  select kind, key, count(*) as conflicts from (
    select kind, key, field from register where live group by all having count(distinct value::varchar) > 1)
  group by all
) as conflicted using (kind, key)
group by kind, key having bool_or(live and field <> '@deleted');

create or replace temporary view v_conflict as
select register.kind, register.key, case register.field when '@deleted' then 'deleted' else register.field end as field,
  register.place, register.value, facts.body ->> 'by' as by,
  instant(facts.ms) as "at", facts.replica
from register join facts on facts.id = register.fact
join v_record as record on record.kind = register.kind and record.key = register.key
join (select grp from register where live group by grp having count(distinct value::varchar) > 1) as several using (grp)
where live and (not record.deleted or register.field = '@deleted');

create or replace temporary view v_component as
select key, doc ->> 'kind' as kind, doc ->> 'profile' as profile, doc ->> 'title' as title, doc ->> 'source' as source,
  doc ->> 'owner' as owner, doc -> 'screens' as screens, doc -> 'tags' as tags, doc ->> 'size' as size,
  coalesce((doc -> 'retired')::varchar = 'true', false) as retired, conflicts
from v_record where kind = 'component' and not deleted;

create or replace temporary view out_of_use as
select key from v_record
where kind = 'component' and (deleted or coalesce((doc -> 'retired')::varchar = 'true', false));

create or replace temporary view stale_rule as
select coalesce(max(case when is_number(doc, '$.stale_days') then (doc ->> 'stale_days')::bigint end), 180) as days,
  coalesce(max(word(doc, 'current_build')), '') as build
from v_record where kind = 'setting' and key = 'tracker' and not deleted;

create or replace temporary view category as
select used.check_id, coalesce(word(record.doc, 'category'), check_now.category, split_part(used.check_id, '.', 1))
    as category,
  case coalesce(word(record.doc, 'impact'), check_now.impact)
    when 'critical' then 1 when 'moderate' then 3 when 'minor' then 4 else 2 end as severity
from (select distinct check_id from cell) as used
left join v_record as record on record.kind = 'check' and record.key = used.check_id and not record.deleted
left join check_now on check_now.id = used.check_id;

create or replace temporary view v_cell as
select cell.id, cell.component, cell.check_id as "check", cell.condition, category.category, cell.outcome,
  case cell.outcome when 'fail' then coalesce(cell.severity, category.severity) end as severity, cell.disputed,
  instant(cell.since) as since, instant(cell.seen) as "at", shown.tester,
  shown.build, shown.device, shown.os, shown.audit, shown.value, shown.note, cell.results,
  shown.replica || '-' || shown.n as result, out_of_use.key is null as in_use,
  list_filter([
    case when shown.source <> '' and (component.doc ->> 'source_digest') <> shown.source then 'source' end,
    case when rule.build <> '' and rule.build <> shown.build and not coalesce(shown.rank >= named.rank, false)
      then 'build' end,
    case when check_now.version <> shown.text_version then 'check' end,
    case when regexp_matches(scope.stale, '(^|[^a-z])registered([^a-z]|$)') then 'registered' end,
    case when rule.days > 0 and epoch_ms(now()) - cell.seen > rule.days::hugeint * 86400000 then 'age' end
  ], lambda reason: reason is not null) as stale,
  cell.contradicted, cell.overruled, cell.severity as given_severity,
  out_of_use.key is null and (scope.component is not null or not exists (from scope_told)) as in_plan
from cell join result as shown on shown.fact = cell.shown join category on category.check_id = cell.check_id
cross join stale_rule as rule left join build as named on named.name = rule.build
left join out_of_use on out_of_use.key = cell.component
left join v_record as component
  on component.kind = 'component' and component.key = cell.component and not component.deleted
left join check_now on check_now.id = cell.check_id
left join scope_now as scope
  on scope.component = cell.component and scope."check" = cell.check_id and scope.condition = cell.condition;

create or replace temporary view v_untested as
select component, "check", condition from scope_now
where component not in (select key from out_of_use) and not exists (
  from cell where cell.component = scope_now.component and cell.check_id = scope_now."check"
    and cell.condition = scope_now.condition and cell.outcome is not null);

create or replace temporary view v_waiver as
select key, doc ->> 'component' as component, doc ->> 'check' as "check", word(doc, 'condition') as condition,
  doc ->> 'reason' as reason, doc ->> 'approver' as approver, doc ->> 'until' as until
from v_record where kind = 'waiver' and not deleted;

create or replace temporary view v_finding as
select v_cell.component, v_cell."check", v_cell.condition, v_cell.category, v_cell.severity, v_cell.disputed,
  v_cell.since, v_cell."at", v_cell.tester, v_cell.build, v_cell.value, v_cell.note, component.owner, component.screens,
  (select max(until) from v_waiver where v_waiver.component = v_cell.component and v_waiver."check" = v_cell."check"
    and coalesce(v_waiver.condition, v_cell.condition) = v_cell.condition
    and until >= strftime(make_timestamp(epoch_us(now())), '%Y-%m-%d')) as waived_until,
  (select pattern from cell join result on result.fact = cell.shown where cell.id = v_cell.id) as pattern,
  v_cell.contradicted, v_cell.overruled, v_cell.given_severity
from v_cell left join v_component as component on component.key = v_cell.component
where v_cell.outcome = 'fail' and v_cell.in_plan;

create or replace temporary view v_planned as
select plans.key as component, substr(field.key, 9) as "check", field.value ->> '$' as planned, v_cell.condition,
  v_cell.outcome, v_cell.value as found
from (
  select key, unnest(map_entries(doc::map(varchar, json))) as field from v_record
  where kind = 'component' and not deleted
) as plans
left join v_cell on v_cell.component = plans.key and v_cell."check" = substr(field.key, 9)
where starts_with(field.key, 'planned.') and json_type(field.value) <> 'NULL';

create or replace temporary view v_dispute as
select cell.component, cell.check_id as "check", cell.condition,
  case when result.violates then 'fail' else result.outcome end as outcome, result.severity, result.tester,
  result.build, instant(coalesce(result.time, result.ms)) as "at", result.note,
  result.replica || '-' || result.n as result, result.fact = cell.shown as is_shown, cell.contradicted,
  result.violates and result.outcome <> 'fail' as overruled
from (select *, unnest(open) as side from cell where disputed or contradicted) as cell
join result on result.fact = cell.side;

create or replace temporary view v_count as
select component, category, "check", count(*) filter (where outcome = 'pass') as pass,
  count(*) filter (where outcome = 'fail') as fail, count(*) filter (where outcome = 'na') as na,
  count(*) filter (where outcome = 'cant-tell') as cant_tell, count(*) filter (where disputed) as disputed,
  count(*) filter (where outcome = 'fail' and severity = 1) as critical,
  count(*) filter (where outcome = 'fail' and severity = 2) as serious,
  count(*) filter (where outcome = 'fail' and severity = 3) as moderate,
  count(*) filter (where outcome = 'fail' and severity = 4) as minor,
  count(*) filter (where contradicted) as contradicted, count(*) filter (where overruled) as overruled
from v_cell where in_plan group by component, category, "check";

create or replace temporary view v_by_component as
select component, sum(pass) as pass, sum(fail) as fail, sum(pass + fail) as judged, sum(na) as na,
  sum(cant_tell) as cant_tell, sum(disputed) as disputed, sum(critical) as critical, sum(serious) as serious,
  sum(moderate) as moderate, sum(minor) as minor,
  sum(contradicted) as contradicted, sum(overruled) as overruled
from v_count group by component;

create or replace temporary view v_by_category as
select category, sum(pass) as pass, sum(fail) as fail, sum(pass + fail) as judged, sum(na) as na,
  sum(cant_tell) as cant_tell, sum(disputed) as disputed, sum(critical) as critical, sum(serious) as serious,
  sum(moderate) as moderate, sum(minor) as minor,
  sum(contradicted) as contradicted, sum(overruled) as overruled
from v_count group by category;

create or replace temporary view v_status as
select cells.*, pass + fail as judged, pass + fail + cant_tell + untested as applicable,
  pass + fail + na + cant_tell + untested as in_scope,
  case when pass + fail > 0 then 100 * pass // (pass + fail) end as compliance_percent,
  case when pass + fail + cant_tell + untested > 0
    then 100 * (pass + fail) // (pass + fail + cant_tell + untested) end as coverage_percent,
  (select count(*) from v_finding where waived_until is not null) as waived,
  (select count(distinct (kind, key)) from v_conflict) as conflicts,
  (select count(*) from facts where not understood) as kept_for_newer,
  (select count(*) from facts where erased) as erased, (select count(*) from facts) as facts
from (
  select (
      select count(distinct component) from (
        select component from v_cell where in_plan union all select component from v_untested)
    ) as components, (select count(*) from v_untested) as untested, count(*) filter (where outcome = 'pass') as pass,
    count(*) filter (where outcome = 'fail') as fail, count(*) filter (where outcome = 'na') as na,
    count(*) filter (where outcome = 'cant-tell') as cant_tell, count(*) filter (where disputed) as disputed,
    count(*) filter (where outcome = 'fail' and severity = 1) as critical,
    count(*) filter (where outcome = 'fail' and severity = 2) as serious,
    count(*) filter (where outcome = 'fail' and severity = 3) as moderate,
    count(*) filter (where outcome = 'fail' and severity = 4) as minor,
    count(*) filter (where len(stale) > 0) as stale, min("at") as oldest, max("at") as newest,
    count(*) filter (where contradicted) as contradicted, count(*) filter (where overruled) as overruled
  from v_cell where in_plan
) as cells;

-- The tracker in one row, to stand beside others. What waivers cover is not open. Without a plan nothing is untested.
create or replace temporary view v_portfolio as
select (select any_value(header ->> 'tracker') from bundle) as tracker,
  coalesce((select word(doc, 'title') from v_record where kind = 'setting' and key = 'tracker' and not deleted), '') as name,
  components, pass, fail, na, cant_tell, case when exists (from scope_told) then untested end as untested, judged,
  applicable, fail - waived as open, waived, uncovered.*, oldest, newest, facts
from v_status cross join (
  select count(*) filter (where severity = 1) as critical, count(*) filter (where severity = 2) as serious,
    count(*) filter (where severity = 3) as moderate, count(*) filter (where severity = 4) as minor
  from v_finding where waived_until is null
) as uncovered;

create or replace temporary view v_trend as
with change as (
  select cell, time, outcome, severity, disputed, contradicted, 1 as sign from transition
  union all
  select cell, lead(time) over (partition by cell order by ordinal), outcome, severity, disputed, contradicted, -1
  from transition
), delta as (
  select floor(change.time / 86400000.0)::int as day, category.category,
    sum(sign * (change.outcome = 'pass')::int) as pass, sum(sign * (change.outcome = 'fail')::int) as fail,
    sum(sign * (change.outcome = 'na')::int) as na, sum(sign * (change.outcome = 'cant-tell')::int) as cant_tell,
    sum(sign * change.disputed::int) as disputed,
    sum(sign * (change.outcome = 'fail' and coalesce(change.severity, category.severity) = 1)::int) as critical,
    sum(sign * (change.outcome = 'fail' and coalesce(change.severity, category.severity) = 2)::int) as serious,
    sum(sign * (change.outcome = 'fail' and coalesce(change.severity, category.severity) = 3)::int) as moderate,
    sum(sign * (change.outcome = 'fail' and coalesce(change.severity, category.severity) = 4)::int) as minor,
    sum(sign * change.contradicted::int) as contradicted
  from change join v_cell as cell on cell.id = change.cell and in_plan
  join category on category.check_id = cell."check" where time is not null group by 1, 2
)
select date '1970-01-01' + day as day, category, sum(pass) over past as pass, sum(fail) over past as fail,
  sum(na) over past as na, sum(cant_tell) over past as cant_tell, sum(disputed) over past as disputed,
  sum(critical) over past as critical, sum(serious) over past as serious, sum(moderate) over past as moderate,
  sum(minor) over past as minor, sum(contradicted) over past as contradicted
from delta
where not (pass = 0 and fail = 0 and na = 0 and cant_tell = 0 and disputed = 0 and critical = 0 and serious = 0
  and moderate = 0 and minor = 0 and contradicted = 0)
window past as (partition by category order by day);

create or replace temporary view v_note as
select replica || '-' || n as id, body ->> 'component' as component, word(body, 'check') as "check",
  word(body, 'tester') as tester, instant(ms) as "at", body ->> 'text' as text
from facts where kind = 'note' and not erased and understood and id not in (select fact from taken_back);

create or replace temporary view v_retraction as
select asking.replica || '-' || asking.n as id, coalesce(target.replica || '-' || target.n, naming.name) as target,
  target.kind as target_kind, instant(asking.ms) as "at", asking.body ->> 'by' as by,
  coalesce((is_own or is_followed) and not is_refused and asking.id not in (from taken_back), false) as stands,
  coalesce(not is_own and not is_followed and not is_refused and asking.id not in (from taken_back), false) as waits,
  asking.digest as identity
from naming join facts as asking on asking.id = naming.fact left join facts as target on target.name = naming.name
left join request on request.fact = naming.fact and request.target = target.id
where naming.kind = 'retract';

create or replace temporary view v_erasure as
select asking.replica || '-' || asking.n as id,
  coalesce(target.replica || '-' || target.n, naming.sitting, naming.name) as target, target.kind as target_kind,
  instant(asking.ms) as "at", asking.body ->> 'reason' as reason, coalesce(is_followed, false) as accepted,
  coalesce(target.erased, false) as erased,
  coalesce(target.kind not in ('erase', 'retract', 'replica') and not is_followed and not is_refused, false) as waits,
  asking.digest as identity
from (
  select naming.*, target.id as target from naming left join facts as target using (name) where sitting is null
  union all
  select naming.*, target.id from naming left join facts as target
    on target.replica = naming.sitting and target.kind in ('session', 'trial', 'contact', 'remark')
  where sitting is not null
) as naming
join facts as asking on asking.id = naming.fact left join facts as target on target.id = naming.target
left join request on request.fact = naming.fact and request.target = target.id
where naming.kind = 'erase';

create or replace temporary view v_held as
select facts.replica || '-' || facts.n as id, digest as identity, facts.kind,
  case
    when gone or is_followed then 'destroyed' when erased then 'header' when is_withheld then 'withheld'
    when id in (from taken_back) then 'taken back' else 'full' end as held
from facts left join (
  select request.target, bool_or(request.is_followed) as is_followed,
    bool_or(not request.is_followed and not is_refused and asking.replica = target.replica
      and target.kind in ('session', 'trial', 'contact', 'remark')) as is_withheld
  from request join facts as asking on asking.id = request.fact join facts as target on target.id = request.target
  where request.kind = 'erase' and target.kind not in ('erase', 'retract', 'replica') group by request.target
) as erasing on erasing.target = facts.id;

create or replace temporary view v_replica as
select replica, count(*) as facts, max(n) as last, max(n) - count(distinct n) as missing,
  count(*) - count(distinct n) as forks, instant(max(ms)) as newest
from facts group by replica;
