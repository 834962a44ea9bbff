-- What cells and fields show: the same folds as in the program (Sources/AuditModel/Facts), over sets.

-- Retractions, and what is taken back: what is named by a retraction that is not itself taken back. `height` is how
-- long the longest chain above a retraction is; what is above is settled before.
create or replace temporary table named as
select naming.fact, facts.id as target, facts.kind from naming join facts using (replica, n, short)
where naming.kind = 'retract';
create or replace temporary table back as
with recursive above (fact, height) as (
  select distinct fact, 0 from named where fact not in (select target from named)
  union
  select named.target, above.height + 1 from above join named on named.fact = above.fact where named.kind = 'retract'
), level as (select fact, max(height) as height from above group by fact
), settled (height, back) as (
  select 0, []::bigint[]
  union all
  select settled.height + 1, list_concat(settled.back, coalesce((
    select list(distinct named.target) from named join level on level.fact = named.target
    where level.height = settled.height + 1 and not list_contains(settled.back, named.fact)), []))
  from settled where settled.height < (select max(height) from level)
)
select unnest(arg_max(back, height)) as fact from settled;
create or replace temporary table taken_back as
select distinct target as fact from named where fact not in (select fact from back);

-- Observations. '' is "not given".
create or replace temporary table result as
select id as fact, dense_rank() over (order by component, check_id, condition) as cell, * exclude (id),
  id in (select fact from taken_back) as retracted
from (
  select id, replica, n, digest, short, ms, counter, (body ->> 'time')::bigint as time, body ->> 'outcome' as outcome,
    (body ->> 'severity')::int as severity, body ->> 'component' as component, body ->> 'check' as check_id,
    coalesce(body ->> 'condition', '') as condition, coalesce(body ->> 'tester', '') as tester,
    coalesce(body ->> 'build', '') as build, coalesce(body ->> 'source', '') as source,
    coalesce(body ->> 'device', '') as device, coalesce(body ->> 'os', '') as os,
    coalesce(body ->> 'audit', '') as audit, body ->> 'text' as text_version, body ->> '$.value.text' as value,
    body ->> 'note' as note, coalesce(body ->> '$.saw[*]', []) as saw, body ->> 'pattern' as pattern
  from facts where kind = 'result' and not erased and understood
);
create or replace temporary table shared_cell as
select cell from result group by cell having count(distinct replica) > 1 or count(*) > count(distinct n);

-- Which fact wrote which field of which record; each row is a write of its own to a group of its own.
create or replace temporary table write_of as
select row_number() over (order by kind, key, field, fact) as id,
  dense_rank() over (order by kind, key, field) as grp, *
from (
  select fact, body ->> 'kind' as kind, body ->> 'key' as key, written.key as field,
    coalesce(written.value, 'null'::json) as value, replica, n, digest, short, ms, counter, saw, fact in (select fact from taken_back) as retracted
  from (
    select id as fact, kind as what, body, replica, n, digest, short, ms, counter,
      case when are_short(body -> 'saw') then body ->> '$.saw[*]' else [] end as saw,
      unnest(map_entries(case kind when 'set' then (body -> 'fields')::map(varchar, json)
        when 'delete' then map {'@deleted': 'true'::json} else map {'@deleted': 'false'::json} end)) as written
    from facts where kind in ('set', 'delete', 'restore') and not erased and understood
  ) where what <> 'set' or written.key <> '@deleted'
);

-- Who had seen whom, group by group: a write has seen the earlier ones of its own replica, those that it names, and all
-- that those had seen. Clocks play no part. Groups are cells, and fields (as negative numbers).
create or replace temporary table event as
select cell as grp, fact as id, replica, n, digest, short, saw from result where cell in (from shared_cell)
union all
select -grp, -id, replica, n, digest, short, saw from write_of;
create or replace temporary table edge as
with placed as (
  select grp, id, replica, dense_rank() over (partition by grp, replica order by n) as place from event)
select child.id as child, parent.id as parent from placed as child join placed as parent
  on parent.grp = child.grp and parent.replica = child.replica and parent.place = child.place - 1
union
select child.id, parent.id from (select grp, id, unnest(saw) as short from event) as child
join event as parent using (grp, short) where parent.id <> child.id;
create or replace temporary table reach as
with recursive seen (later, earlier) as (
  select child, parent from edge
  union
  select seen.later, edge.parent from seen join edge on edge.child = seen.earlier
)
select later, earlier from seen;

-- When each result counts as observed: what the tester said, else its clock, but never before what it had seen. What
-- was taken back is no reason to be later.
create or replace temporary table ranked as
select result.*, row_number() over (
  partition by cell order by coalesce(seen.count, 0), replica, n, digest) as place
from result left join (select later, count(*) as count from reach group by later) as seen on seen.later = result.fact
where cell in (from shared_cell);
create or replace temporary table observed as
with recursive step as (
  select child.cell, child.place, child.time, child.ms, child.retracted,
    coalesce(list(parent.place) filter (where parent.place is not null), []) as places
  from ranked as child left join edge on edge.child = child.fact left join ranked as parent on parent.fact = edge.parent
  group by all
), walk (cell, place, ats, latest) using key (cell) as (
  select distinct cell, 0::bigint, []::bigint[], []::bigint[] from ranked
  union
  select cell, place, list_append(ats, moment),
    list_append(latest, case when retracted then before else greatest(before, moment) end)
  from (
    select walk.cell, step.place, walk.ats, walk.latest, step.retracted,
      list_max([walk.latest[p] for p in step.places]) as before,
      coalesce(step.time, greatest(step.ms, before + 1)) as moment
    from walk join step on step.cell = walk.cell and step.place = walk.place + 1
  )
)
select ranked.fact, walk.ats[ranked.place] as moment from walk join ranked using (cell) where not ranked.retracted
union all
-- Where one replica alone has spoken: max(clock, latest before + 1), written out over all that came before.
select fact, coalesce(time, bumps + max(coalesce(time, ms) - bumps) over (
  partition by cell order by n rows between unbounded preceding and current row))
from (
  select *, count(*) filter (where time is null) over (
    partition by cell order by n rows between unbounded preceding and current row) as bumps
  from result where not retracted and cell not in (from shared_cell)
);
create or replace temporary table standing as
select result.*, observed.moment,
  row_number() over (partition by cell order by observed.moment, ms, counter, replica, n, digest) as place
from result join observed using (fact);

-- Same build, or same source; where neither build is known, what is known of the sources must not differ.
create or replace macro is_same_revision(build, source, other_build, other_source) as
  (source <> '' and source = other_source)
  or (build = other_build and (build <> '' or source = '' or other_source = ''));
create or replace macro badness(outcome) as
  case outcome when 'fail' then 3 when 'cant-tell' then 2 when 'pass' then 1 else 0 end;

-- From which place on a result has nothing to say any more: one that had seen it has come, or its own tester has looked
-- again at the same revision.
create or replace temporary table overruled as
select fact, min(place) as until from (
  select earlier.fact, later.place from reach
  join standing as later on later.fact = reach.later join standing as earlier on earlier.fact = reach.earlier
  where later.place > earlier.place
  union all
  select earlier.fact, later.place from standing as earlier
  join standing as later on later.cell = earlier.cell and later.tester = earlier.tester
  where later.place > earlier.place and earlier.cell in (from shared_cell)
    and is_same_revision(earlier.build, earlier.source, later.build, later.source)
) group by fact;
create or replace temporary table rival as
select latest.fact as latest, other.fact, other.outcome, other.severity, other.place
from standing as latest join standing as other on other.cell = latest.cell
left join overruled on overruled.fact = other.fact
where latest.cell in (from shared_cell) and other.place < latest.place
  and coalesce(overruled.until > latest.place, true)
  and other.outcome <> latest.outcome and other.tester <> latest.tester
  and is_same_revision(latest.build, latest.source, other.build, other.source)
  and not exists (from reach where reach.later = other.fact and reach.earlier = latest.fact);

-- What a cell shows after each result: the result itself or the worst that stands against it.
create or replace temporary table state as
with shown as (
  select distinct on (latest) latest, fact, outcome, severity from (
    select fact as latest, fact, outcome, severity, place, 0 as is_rival from standing
    union all
    select latest, fact, outcome, severity, place, 1 from rival)
  order by latest, badness(outcome) desc, coalesce(severity, 9), is_rival, place
), against as (select latest, list(fact order by place) as rivals from rival group by latest)
select standing.cell, standing.component, standing.check_id, standing.condition, standing.place, standing.moment,
  standing.fact as latest, shown.fact as shown, shown.outcome, shown.severity, against.rivals is not null as disputed,
  coalesce(against.rivals, []) as rivals
from standing join shown on shown.latest = standing.fact left join against on against.latest = standing.fact;
create or replace temporary table transition as
select cell, check_id, place, moment as time, shown as result, outcome, severity, disputed, is_new_outcome from (
  select *, lag(outcome) over history is distinct from outcome as is_new_outcome,
    lag(severity) over history is distinct from severity as is_new_severity,
    lag(disputed) over history is distinct from disputed as is_new_dispute
  from state window history as (partition by cell order by place)
) where is_new_outcome or is_new_severity or is_new_dispute;
create or replace temporary table cell as
select distinct on (cell) cell as id, component, check_id, condition, outcome, severity, disputed, shown, latest,
  moment as latest_time, begun.since, count(*) over (partition by cell) as results, rivals
from state join (select cell, arg_max(time, place) as since from transition where is_new_outcome group by cell) as begun
  using (cell)
order by cell, place desc;

-- The writes that nothing later has seen; the greatest clock is shown (`place` 1).
create or replace temporary table register as
select write_of.*, tip.place is not null as live, tip.place from write_of left join (
  select id, row_number() over (partition by grp order by ms desc, counter desc, replica desc, n desc, digest desc)
    as place
  from write_of where not retracted and -id not in (
    select reach.earlier from reach join write_of as later on -later.id = reach.later where not later.retracted)
) as tip using (id);
