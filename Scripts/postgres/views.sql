-- The questions. Names and columns are those of the views in `.a11y/audit.db` where there is such a view; columns are
-- only ever added. Times are UTC.

-- What was decided about a request. Where both stand there, an erasure is followed and a retraction refused.
create or replace view a11y.decided as
select identity, bool_or(kind = 'follow') as is_followed, bool_or(kind = 'refuse') as is_refused
from a11y.decision where kind <> 'branch' group by identity;

-- Records (components, audits, checks, waivers, settings ...): the value shown of each field.
create or replace view a11y.v_record as
select kind, key,
  coalesce(jsonb_object_agg(field, value) filter (where place = 1 and field <> '@deleted' and value <> 'null'), '{}')
    as doc,
  coalesce(bool_or(value = 'true') filter (where place = 1 and field = '@deleted'), false) as deleted,
  (select count(*) from (
    select from a11y.register as field where field.kind = register.kind and field.key = register.key and live
    group by field.field having count(distinct field.value) > 1) as conflicted) as conflicts
from a11y.register
group by kind, key having bool_or(live and field <> '@deleted');

-- Fields with more than one value in view, the one that is shown first. Of a record that is shown as deleted only whether
-- it is: the rest matters when it is restored.
create or replace view a11y.v_conflict as
select register.kind, register.key, case register.field when '@deleted' then 'deleted' else register.field end as field,
  register.place, register.value,
  facts.line::jsonb -> 'body' ->> 'by' as by, a11y.instant(facts.ms) as at, facts.replica
from a11y.register join a11y.facts on facts.id = register.fact
join a11y.v_record as record on record.kind = register.kind and record.key = register.key
where live and (not record.deleted or register.field = '@deleted') and (
  select count(distinct value) > 1 from a11y.register as other
  where other.kind = register.kind and other.key = register.key and other.field = register.field and other.live);

create or replace view a11y.v_component as
select key, doc ->> 'kind' as kind, doc ->> 'profile' as profile, doc ->> 'title' as title, doc ->> 'source' as source,
  doc ->> 'owner' as owner, doc -> 'screens' as screens, doc -> 'tags' as tags, doc ->> 'size' as size,
  coalesce(doc -> 'retired' = 'true', false) as retired, conflicts
from a11y.v_record where kind = 'component' and not deleted;

-- Components that take no part: retired or deleted. One that was never registered takes part.
create or replace view a11y.out_of_use as
select key from a11y.v_record where kind = 'component' and (deleted or coalesce(doc -> 'retired' = 'true', false));

-- When results count as stale: the tracker's settings, else 180 days and any build.
create or replace view a11y.stale_rule as
select coalesce(
    max(case when jsonb_typeof(doc -> 'stale_days') = 'number' then (doc ->> 'stale_days')::bigint end), 180) as days,
  coalesce(max(a11y.word(doc, 'current_build')), '') as build
from a11y.v_record where kind = 'setting' and key = 'tracker' and not deleted;

-- The category a check counts under, and how bad a failure is that no tester rated: the team's, else those of the
-- catalogue, else the first part of its id and serious.
create or replace view a11y.category as
select used.check_id, coalesce(a11y.word(record.doc, 'category'), check_now.category, split_part(used.check_id, '.', 1))
    as category,
  case coalesce(a11y.word(record.doc, 'impact'), check_now.impact)
    when 'critical' then 1 when 'moderate' then 3 when 'minor' then 4 else 2 end as severity
from (select distinct check_id from a11y.cell) as used
left join a11y.v_record as record on record.kind = 'check' and record.key = used.check_id and not record.deleted
left join a11y.check_now on check_now.id = used.check_id;

-- Every cell as it stands, those of components out of use included.
create or replace view a11y.v_cell as
select cell.id, cell.component, cell.check_id as "check", cell.condition, category.category, cell.outcome,
  case cell.outcome when 'fail' then coalesce(cell.severity, category.severity) end as severity, cell.disputed,
  a11y.instant(cell.since) as since, a11y.instant(cell.seen) as at, shown.tester, shown.build,
  shown.device, shown.os, shown.audit, shown.value ->> 'text' as value, shown.note, cell.results,
  shown.replica || '-' || shown.n as result, out_of_use.key is null as in_use,
  array_remove(array[
    case when shown.source <> '' and component.doc ->> 'source_digest' <> shown.source then 'source' end,
    case when rule.build <> '' and rule.build <> shown.build
      and not coalesce(shown.rank >= a11y.build_rank(rule.build), false) then 'build' end,
    case when check_now.version <> shown.text_version then 'check' end,
    case when cell.outcome is not null and scope.stale ~ '(^|[^a-z])registered([^a-z]|$)' then 'registered' end,
    case when rule.days > 0
      and extract(epoch from now()) * 1000 - cell.seen > rule.days::numeric * 86400000 then 'age' end
  ], null) as stale,
  cell.contradicted, cell.overruled, cell.severity as given_severity,
  out_of_use.key is null and (scope.component is not null or not exists (select from a11y.scope_told)) as in_plan
from a11y.cell join a11y.result as shown on shown.fact = cell.shown
left join a11y.scope_now as scope using (component, check_id, condition)
join a11y.category on category.check_id = cell.check_id
cross join a11y.stale_rule as rule
left join a11y.out_of_use on out_of_use.key = cell.component
left join a11y.v_record as component
  on component.kind = 'component' and component.key = cell.component and not component.deleted
left join a11y.check_now on check_now.id = cell.check_id
where cell.outcome is not null;

-- Waivers, in force until the end of their day.
create or replace view a11y.v_waiver as
select key, doc ->> 'component' as component, doc ->> 'check' as "check", a11y.word(doc, 'condition') as condition,
  doc ->> 'reason' as reason, doc ->> 'approver' as approver, doc ->> 'until' as until
from a11y.v_record where kind = 'waiver' and not deleted;

-- Open findings: failing cells that count, since when, and the waiver if there is one.
create or replace view a11y.v_finding as
select v_cell.component, v_cell."check", v_cell.condition, v_cell.category, v_cell.severity, v_cell.disputed,
  v_cell.since, v_cell.at, v_cell.tester, v_cell.build, v_cell.value, v_cell.note, component.owner, component.screens,
  (select max(until) from a11y.v_waiver where v_waiver.component = v_cell.component
    and v_waiver."check" = v_cell."check" and coalesce(v_waiver.condition, v_cell.condition) = v_cell.condition
    and until >= to_char(now() at time zone 'UTC', 'YYYY-MM-DD')) as waived_until,
  (select pattern from a11y.cell join a11y.result on result.fact = cell.shown where cell.id = v_cell.id) as pattern,
  v_cell.contradicted, v_cell.overruled, v_cell.given_severity
from a11y.v_cell left join a11y.v_component as component on component.key = v_cell.component
where v_cell.outcome = 'fail' and v_cell.in_plan;

-- What design promised of components, beside what was found.
create or replace view a11y.v_planned as
select record.key as component, substr(field.key, 9) as "check", field.value as planned, v_cell.condition,
  v_cell.outcome, v_cell.value as found
from a11y.v_record as record cross join lateral jsonb_each_text(record.doc) as field
left join a11y.v_cell on v_cell.component = record.key and v_cell."check" = substr(field.key, 9)
where record.kind = 'component' and not record.deleted and starts_with(field.key, 'planned.')
  and field.value is not null;

-- Disputed and contradicted cells: what is open there. The worst is shown until its author answers, a newer build is
-- tested or someone says that it is a retest.
create or replace view a11y.v_dispute as
select cell.component, cell.check_id as "check", cell.condition,
  case when result.violates then 'fail' else result.outcome end as outcome, result.severity, result.tester,
  result.build, a11y.instant(coalesce(result.time, result.ms)) as at, result.note,
  result.replica || '-' || result.n as result, result.fact = cell.shown as is_shown, cell.contradicted,
  result.violates and result.outcome <> 'fail' as overruled
from a11y.cell join a11y.result on result.fact = any (cell.open)
where cell.disputed or cell.contradicted;

-- Cells that count by state, but for the untested ones.
create or replace view a11y.v_count as
select component, category, "check", count(*) filter (where outcome = 'pass') as pass,
  count(*) filter (where outcome = 'fail') as fail, count(*) filter (where outcome = 'na') as na,
  count(*) filter (where outcome = 'cant-tell') as cant_tell, count(*) filter (where disputed) as disputed,
  count(*) filter (where outcome = 'fail' and severity = 1) as critical,
  count(*) filter (where outcome = 'fail' and severity = 2) as serious,
  count(*) filter (where outcome = 'fail' and severity = 3) as moderate,
  count(*) filter (where outcome = 'fail' and severity = 4) as minor,
  count(*) filter (where contradicted) as contradicted, count(*) filter (where overruled) as overruled
from a11y.v_cell where in_plan group by component, category, "check";

create or replace view a11y.v_by_component as
select component, sum(pass) as pass, sum(fail) as fail, sum(pass + fail) as judged, sum(na) as na,
  sum(cant_tell) as cant_tell, sum(disputed) as disputed, sum(critical) as critical, sum(serious) as serious,
  sum(moderate) as moderate, sum(minor) as minor,
  sum(contradicted) as contradicted, sum(overruled) as overruled
from a11y.v_count group by component;

create or replace view a11y.v_by_category as
select category, sum(pass) as pass, sum(fail) as fail, sum(pass + fail) as judged, sum(na) as na,
  sum(cant_tell) as cant_tell, sum(disputed) as disputed, sum(critical) as critical, sum(serious) as serious,
  sum(moderate) as moderate, sum(minor) as minor,
  sum(contradicted) as contradicted, sum(overruled) as overruled
from a11y.v_count group by category;

-- What the plan of the tracker asks for and nobody has tested; nothing while that was not told.
create or replace view a11y.v_untested as
select component, check_id as "check", condition from a11y.scope_now
where component not in (select key from a11y.out_of_use) and not exists (
  select from a11y.cell where cell.component = scope_now.component and cell.check_id = scope_now.check_id
    and cell.condition = scope_now.condition and cell.outcome is not null);

-- The figures of `a11y status`, without those of audits. Percentages are rounded down; a rate stands beside its counts.
create or replace view a11y.v_status as
select cells.*, pass + fail as judged, pass + fail + cant_tell + untested as applicable,
  pass + fail + na + cant_tell + untested as in_scope,
  case when pass + fail > 0 then 100 * pass / (pass + fail) end as compliance_percent,
  case when pass + fail + cant_tell + untested > 0
    then 100 * (pass + fail) / (pass + fail + cant_tell + untested) end as coverage_percent,
  (select count(*) from a11y.v_finding where waived_until is not null) as waived,
  (select count(distinct (kind, key)) from a11y.v_conflict) as conflicts,
  (select count(*) from a11y.facts where not understood) as kept_for_newer,
  (select count(*) from a11y.facts where erased) as erased,
  (select count(*) from a11y.facts) as facts
from (
  select (
      select count(distinct component) from (
        select component from a11y.v_cell where in_plan union all select component from a11y.v_untested) as every
    ) as components, (select count(*) from a11y.v_untested) as untested, count(*) filter (where outcome = 'pass') as pass,
    count(*) filter (where outcome = 'fail') as fail, count(*) filter (where outcome = 'na') as na,
    count(*) filter (where outcome = 'cant-tell') as cant_tell, count(*) filter (where disputed) as disputed,
    count(*) filter (where outcome = 'fail' and severity = 1) as critical,
    count(*) filter (where outcome = 'fail' and severity = 2) as serious,
    count(*) filter (where outcome = 'fail' and severity = 3) as moderate,
    count(*) filter (where outcome = 'fail' and severity = 4) as minor,
    count(*) filter (where stale <> '{}') as stale, min(at) as oldest, max(at) as newest,
    count(*) filter (where contradicted) as contradicted, count(*) filter (where overruled) as overruled
  from a11y.v_cell where in_plan
) as cells;

-- Cells by outcome per category at the end of each day on which the counts changed.
create or replace view a11y.v_trend as
with change as (
  select cell, time, outcome, severity, disputed, contradicted, 1 as sign from a11y.transition
  union all
  select cell, lead(time) over history, outcome, severity, disputed, contradicted, -1 from a11y.transition
  window history as (partition by cell order by ordinal)
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
  from change join a11y.v_cell as cell on cell.id = change.cell and in_plan
  join a11y.category on category.check_id = cell."check"
  where change.time is not null group by 1, 2
)
select date 'epoch' + day as day, category, sum(pass) over past as pass, sum(fail) over past as fail,
  sum(na) over past as na, sum(cant_tell) over past as cant_tell, sum(disputed) over past as disputed,
  sum(critical) over past as critical, sum(serious) over past as serious, sum(moderate) over past as moderate,
  sum(minor) over past as minor, sum(contradicted) over past as contradicted
from delta
where (pass, fail, na, cant_tell, disputed, critical, serious, moderate, minor, contradicted)
  <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
window past as (partition by category order by day);

-- Remarks that stand.
create or replace view a11y.v_note as
select replica || '-' || n as id, body ->> 'component' as component, a11y.word(body, 'check') as "check",
  a11y.word(body, 'tester') as tester, a11y.instant(ms) as at, body ->> 'text' as text
from (select *, line::jsonb -> 'body' as body from a11y.facts where kind = 'note' and not erased and understood) as note
where id not in (select fact from a11y.taken_back);

-- What was asked to be taken back, by whom and when. It stands if its own chain asks or it is followed here, unless it
-- was itself taken back (redo); what others ask for waits for a row of `decision` with its identity.
create or replace view a11y.v_retraction as
select asking.replica || '-' || asking.n as id,
  coalesce(target.replica || '-' || target.n, encode(naming.name, 'hex')) as target, target.kind as target_kind,
  a11y.instant(asking.ms) as at, asking.line::jsonb -> 'body' ->> 'by' as by,
  coalesce((request.is_own or is_followed) and is_refused is not true
    and asking.id not in (select fact from a11y.taken_back), false) as stands,
  coalesce(not request.is_own and decided.identity is null
    and asking.id not in (select fact from a11y.taken_back), false) as waits,
  encode(asking.digest, 'hex') as identity
from a11y.naming join a11y.facts as asking on asking.id = naming.fact
left join a11y.facts as target on substr(target.digest, 1, 16) = naming.name
left join a11y.request on request.fact = naming.fact and request.target = target.id
left join a11y.decided on decided.identity = asking.digest
where naming.kind = 'retract';

-- What was asked to be destroyed, whether that is followed here or waits, and whether the content is gone (or was never
-- here). Of a sitting each fact is a row.
create or replace view a11y.v_erasure as
select asking.replica || '-' || asking.n as id,
  coalesce(target.replica || '-' || target.n, nullif(naming.sitting, ''), encode(naming.name, 'hex')) as target,
  target.kind as target_kind, a11y.instant(asking.ms) as at, asking.line::jsonb -> 'body' ->> 'reason' as reason,
  coalesce(is_followed, false) as accepted, coalesce(target.erased, false) as erased,
  coalesce(target.kind not in ('erase', 'retract', 'replica'), false) and decided.identity is null as waits,
  encode(asking.digest, 'hex') as identity
from a11y.naming join a11y.facts as asking on asking.id = naming.fact
left join a11y.facts as target on case naming.sitting when '' then substr(target.digest, 1, 16) = naming.name
  else target.replica = naming.sitting and target.kind in ('session', 'trial', 'contact', 'remark') end
left join a11y.decided on decided.identity = asking.digest
where naming.kind = 'erase';

-- What is held of each fact: `full`; `taken back`; `withheld`, which is what was said of children where their own
-- sitting asks to erase it; `header`, where the content has not come; `destroyed`, where somebody here decided so.
create or replace view a11y.v_held as
select facts.replica || '-' || facts.n as id, encode(facts.digest, 'hex') as identity, facts.kind,
  case
    when erasing.is_followed then 'destroyed' when facts.erased then 'header' when erasing.is_withheld then 'withheld'
    when taken_back.fact is not null then 'taken back' else 'full' end as held
from a11y.facts left join a11y.taken_back on taken_back.fact = facts.id
left join (
  select request.target, bool_or(decided.is_followed) as is_followed,
    bool_or(decided.identity is null and asking.replica = target.replica
      and target.kind in ('session', 'trial', 'contact', 'remark')) as is_withheld
  from a11y.request join a11y.facts as asking on asking.id = request.fact
  join a11y.facts as target on target.id = request.target left join a11y.decided on decided.identity = asking.digest
  where request.kind = 'erase' and target.kind not in ('erase', 'retract', 'replica')
  group by request.target
) as erasing on erasing.target = facts.id;

-- Which replicas facts came from, and how far each has come.
create or replace view a11y.v_replica as
select replica, count(*) as facts, max(n) as last, max(n) - count(distinct n) as missing,
  count(*) - count(distinct n) as forks, a11y.instant(max(ms)) as newest
from a11y.facts group by replica;

-- Trackers beside one another. What is said of each is worked out when something of it comes in and kept, so that a
-- question takes as long whatever they hold; all that changes with the day is which waivers are in force.
create table if not exists a11y.portfolio (
  tracker int primary key, name text not null, components bigint not null, pass bigint not null, fail bigint not null,
  na bigint not null, cant_tell bigint not null, untested bigint, critical bigint not null, serious bigint not null,
  moderate bigint not null, minor bigint not null, oldest timestamptz, newest timestamptz, facts bigint not null
);
-- The findings that waivers cover, by the last day on which they do.
create table if not exists a11y.portfolio_waived (
  tracker int not null, until text collate "C" not null, waived bigint not null, critical bigint not null,
  serious bigint not null, moderate bigint not null, minor bigint not null, primary key (tracker, until)
);

-- Works out the row of the tracker at hand.
create or replace function a11y.keep_portfolio() returns void language plpgsql as $$
declare
  mine int := a11y.this();
begin
  if not exists (select from a11y.tracker where number = mine) then return; end if;
  drop table if exists failing;
  create temporary table failing on commit drop as
  select component, "check", condition, severity from a11y.v_cell where outcome = 'fail' and in_plan;
  delete from a11y.portfolio where tracker = mine;
  insert into a11y.portfolio
  select mine,
    coalesce((
      select a11y.word(doc, 'title') from a11y.v_record where kind = 'setting' and key = 'tracker' and not deleted), ''),
    components, pass, fail, na, cant_tell, case when exists (select from a11y.scope_told) then untested end, critical,
    serious, moderate, minor, oldest, newest, facts
  from a11y.v_status;
  delete from a11y.portfolio_waived where tracker = mine;
  insert into a11y.portfolio_waived
  select mine, until, count(*), count(*) filter (where severity = 1), count(*) filter (where severity = 2),
    count(*) filter (where severity = 3), count(*) filter (where severity = 4)
  from (
    select severity, max(until) as until from failing join a11y.v_waiver as waiver
      on waiver.component = failing.component and waiver."check" = failing."check"
      and coalesce(waiver.condition, failing.condition) = failing.condition
    group by failing.component, failing."check", failing.condition, severity
  ) as covered where until is not null group by until;
end $$;

-- One row for each tracker. What waivers cover is not open. Without a plan nothing is untested: see `load --scope`.
create or replace view a11y.v_portfolio as
select tracker.id as tracker, name, components, pass, fail, na, cant_tell, untested, pass + fail as judged,
  pass + fail + cant_tell + coalesce(untested, 0) as applicable, fail - covered.waived as open, covered.waived,
  portfolio.critical - covered.critical as critical, portfolio.serious - covered.serious as serious,
  portfolio.moderate - covered.moderate as moderate, portfolio.minor - covered.minor as minor, oldest, newest, facts
from a11y.portfolio join a11y.tracker on tracker.number = portfolio.tracker
cross join lateral (
  select coalesce(sum(waived), 0)::bigint as waived, coalesce(sum(critical), 0)::bigint as critical,
    coalesce(sum(serious), 0)::bigint as serious, coalesce(sum(moderate), 0)::bigint as moderate,
    coalesce(sum(minor), 0)::bigint as minor
  from a11y.portfolio_waived as covering
  where covering.tracker = portfolio.tracker and until >= to_char(now() at time zone 'UTC', 'YYYY-MM-DD')
) as covered;

-- What was loaded before there were such rows.
do $$
declare
  one record;
begin
  for one in select id from a11y.tracker where number not in (select tracker from a11y.portfolio) loop
    perform set_config('a11y.tracker', one.id, true);
    perform a11y.keep_portfolio();
    perform set_config('a11y.tracker', '', true);
  end loop;
end $$;
