-- What cells and fields show: the same rules as in the program, over sets.

-- Retractions that are in force: their own chain asks, or they are followed here. What is taken back is named by one that
-- is not itself taken back. `height` is how long the longest chain above a retraction is; what is above is settled
-- before.
create or replace temporary table asked as
select request.fact, target, facts.kind, is_own or is_followed as is_in_force,
  is_held_up and not is_followed as is_held_up
from request join facts on facts.id = target where request.kind = 'retract' and not is_refused;
create or replace temporary table back as
with recursive named as (
  select fact, target, kind from asked where is_in_force
), above (fact, height) as (
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
select distinct target as fact from asked where is_in_force and fact not in (select fact from back);
-- In doubt is what its own chain takes back, or back again, but for a fork: it counts, and supersedes nothing.
create or replace temporary table in_doubt as
select target as fact from asked where is_held_up
union
select target from asked
where is_in_force and fact not in (select fact from back) and fact in (select target from asked where is_held_up);

-- Builds in the order of their numbers: 3.10 behind 3.9, and 3.2.0, v3.2 and 3.2 are one. Null for a name that has other
-- words in it, and for numbers that no program counts with. Each number stands behind its length, so that texts compare.
create or replace temporary table build as
select name, array_to_string([
    lpad(length(part)::varchar, 2, '0') || part for part, place in digits
    if place <= coalesce(list_max([last for part, last in digits if part <> '']), 0)], '') as rank
from (
  select name, [ltrim(part, '0') for part in regexp_extract_all(name, '[0-9]+')] as digits
  from (
    select distinct body ->> 'build' as name from facts where kind = 'result' and understood
    union
    select body ->> '$.fields.current_build' from facts where kind = 'set' and understood)
  where regexp_full_match(name, '[vV]?[0-9 .()_+-]*')
) where len(digits) > 0 and not coalesce(list_bool_or(
  [length(part) > 19 or length(part) = 19 and part > '9223372036854775807' for part in digits]), false);

-- Whether a value is less or more than the check wants, in the same unit; where they do not compare nothing is said.
-- Figures are in millionths. A size counts by its smaller side where a least is asked for, by its larger for a most.
create or replace temporary table wanted as
select id, measurement::json ->> 'unit' as unit, measurement::json ->> 'comparison' as comparison,
  [(figure::decimal(30, 6) * 1000000)::hugeint for figure in measurement::json ->> '$.threshold[*]'] as figures,
  -- What the room around a target or a setting decides is not told here.
  coalesce(list_contains(measurement::json ->> '$.inputs[*]', 'spacing'), false) as is_open,
  coalesce(json_array_length(measurement::json -> '$.parts.members') = 0, false) as is_by_setting
from check_now where measurement is not null;
create or replace macro violates(numbers, unit, comparison, figures) as coalesce(case comparison
  when '>=' then list_min(numbers) < figures[1]
  when '<=' then list_max(numbers) > figures[1]
  when '=' then list_min(numbers) <> figures[1] or list_max(numbers) <> figures[1]
  when 'between' then len(figures) = 2 and figures[1] <= figures[2]
    and (list_min(numbers) < figures[1] or list_max(numbers) > figures[2])
  when 'multiple-of' then list_min(figures) > 0 and not list_bool_and([list_bool_or([number % step = 0
    for step in case when unit = 'pt' and figures = [8000000] then [8000000, 4000000] else figures end])
    for number in numbers])
  end, false);

-- Observations. '' is "not given".
create or replace temporary table result as
select told.id as fact, dense_rank() over (order by component, check_id, condition) as cell, told.* exclude (id),
  build.rank, value is not null and coalesce(value_unit in ('', wanted.unit)
    and not is_open and not (is_by_setting and condition <> '')
    and violates(numbers, wanted.unit, wanted.comparison, wanted.figures), false) as violates
from (
  select id, replica, n, run, digest, ms, counter, (body ->> 'time')::bigint as time, body ->> 'outcome' as outcome,
    (body ->> 'severity')::int as severity, body ->> 'component' as component, body ->> 'check' as check_id,
    coalesce(body ->> 'condition', '') as condition, coalesce(body ->> 'tester', '') as tester,
    coalesce(body ->> 'build', '') as build, coalesce(body ->> 'source', '') as source,
    coalesce(body ->> 'device', '') as device, coalesce(body ->> 'os', '') as os,
    coalesce(body ->> 'audit', '') as audit, body ->> 'text' as text_version, body ->> '$.value.text' as value,
    body ->> '$.value.unit' as value_unit, (body ->> '$.value.n[*]')::hugeint[] as numbers,
    body ->> 'note' as note, json_type(body, '$.retest') is not null as retest, body ->> 'pattern' as pattern
  from facts where kind = 'result' and not erased and understood
) as told left join build on build.name = told.build left join wanted on wanted.id = told.check_id;

create or replace macro badness(outcome) as
  case outcome when 'fail' then 3 when 'cant-tell' then 2 when 'pass' then 1 else 0 end;
-- Whether two bits at least are set.
create or replace macro are_several(bits) as bits & (bits - 1) <> 0;

-- The results that count, each with the worst that may be said of it: a value that violates its check fails, whatever
-- was said.
create or replace temporary table counted as
select fact, cell, replica, n, run, digest, ms, counter, time, coalesce(time, ms) as moment, tester, build, rank, retest,
  value is not null as is_measured, case when violates then 3 else badness(outcome) end as badness,
  case when violates or outcome = 'fail' then severity end as severity, violates and outcome <> 'fail' as overruled,
  fact in (from in_doubt) as is_doubted, not signed as speaks
from result join ruling on ruling.id = result.run
where fact not in (from taken_back) or fact in (from in_doubt);
-- What each had seen of each run of its cell.
create or replace temporary table glimpse as
select side.fact, side.cell, side.other as run, seen.upto
from (
  select fact, cell, run, n, other
  from counted join (select distinct cell, run as other from counted) as sides using (cell)
  where other <> run and (run, other) in (select (run, other) from seen)
) as side asof join seen on seen.run = side.run and seen.other = side.other and seen.n <= side.n
union all
select fact, cell, run, n - 1 from counted;

-- The latest time and the newest build that each had seen: over the results of a run and the glimpses of it, in order.
create or replace temporary table hindsight as
select fact, max(latest) as latest, max(newest) as newest from (
  select fact, max(moment) over so_far as latest, max(rank) over so_far as newest
  from (
    select cell, run, n, false as is_glimpse, moment, rank, null::bigint as fact from counted
    union all
    select cell, run, upto, true, null, null, fact from glimpse)
  window so_far as (partition by cell, run order by n, is_glimpse rows unbounded preceding)
) where fact is not null group by fact;
-- When each counts as observed: what the tester said, else its clock, but never before what it had seen. Where a clock
-- lags behind, one goes up with the next until all are right: `latest` is the latest time of a result and all it had seen.
create or replace temporary table late as
select counted.* from counted where cell in (
  select cell from counted join hindsight using (fact) where time is null and latest >= moment);
create or replace temporary table sight as
select side.fact as later, late.fact as earlier
from (select glimpse.* from glimpse where cell in (select cell from late)) as side
asof join late on late.cell = side.cell and late.run = side.run and late.n <= side.upto;
create or replace temporary table raised as
with recursive raised (fact, latest) using key (fact) as (
  select fact, moment from late
  union
  select later, latest from (
    select later, max(case when time is null then raised.latest + 1 else raised.latest end) as latest
    from raised join sight on sight.earlier = raised.fact join late on late.fact = sight.later group by later
  ) as pushed join recurring.raised as known (fact, known) on known.fact = later where latest > known
)
select fact, latest from raised;
create or replace temporary table pushed as
select late.fact, max(raised.latest) + 1 as moment
from late join sight on sight.later = late.fact join raised on raised.fact = sight.earlier
where late.time is null group by late.fact;
-- Stale is what was said of an older build by someone who had seen a newer one. `is_old` may be history: its tester
-- states a time before one that it had seen, or goes on from another run. `worse` puts the results of a cell in one order.
create or replace temporary table observed as
select *, time is not null and coalesce(run in (select run from descent where is_clear) or time < max(moment) over (
    partition by cell, run, tester order by n rows between unbounded preceding and 1 preceding), false) as is_old,
  row_number() over (partition by cell order by badness, case when badness = 3 then coalesce(5 - severity, 0) else 0 end,
    place) as worse
from (
  select *, row_number() over (partition by cell order by moment, ms, counter, digest) as place
  from (
    select counted.* replace (greatest(pushed.moment, counted.moment) as moment), coalesce(time, ms) as told, newest,
      coalesce(newest > rank, false) as is_stale
    from counted left join hindsight using (fact) left join pushed using (fact)
  )
);

-- Deliberate retests of what somebody else had seen: better, or milder where both are rated, and not of an earlier time.
create or replace temporary table again as
select observed.fact, retest.fact as by, retest.place
from observed as retest join glimpse on glimpse.fact = retest.fact
join observed on observed.cell = retest.cell and observed.run = glimpse.run and observed.n <= glimpse.upto
where retest.retest and not retest.is_doubted and not retest.is_stale and (retest.is_measured or not observed.is_measured)
  and (retest.rank = observed.rank or retest.rank is null or observed.rank is null)
  and (retest.badness < observed.badness
    or retest.badness = 3 and observed.badness = 3 and retest.severity > observed.severity)
  and (retest.time is null or retest.time >= observed.moment);
-- From which place on each result is open, and from which on no more (`ends`): one of a newer build has come; or at the
-- same or an unknown build its own tester on the same chain, or someone who had seen it and says that it is a retest.
-- What its tester states to be older is closed by what had been seen on the same build, and closes what is older still.
create or replace temporary table span as
with newer as (
  select cell, place, rank from (
    select *, max(rank) over (partition by cell order by place rows between unbounded preceding and 1 preceding) as known
    from observed where rank is not null and not is_doubted
  ) where rank > known or known is null
), answering as (
  select *, speaks and not is_doubted and not is_stale as may_answer, may_answer and not is_old as is_answer
  from observed
), answer as (
  select cell, run, tester, rank, min(place) as place from answering where is_answer group by all
), old as (
  select old.fact, old.place, old.time, old.may_answer, other.fact as other, other.place as other_place, other.moment,
    other.told, other.may_answer as other_may_answer,
    old.rank = other.rank or old.rank is null and other.rank is null and old.build = other.build and old.newest is null
      as is_same,
    old.rank = other.rank or old.rank is null or other.rank is null as is_near
  from answering as old join answering as other on other.cell = old.cell and other.tester = old.tester
    and (other.run = old.run and other.n < old.n
      or other.run in (select ancestor from descent where descent.run = old.run and is_clear))
  where old.is_old and old.speaks
), superseded as (
  select fact, min(newer.place) as place from observed join newer using (cell)
  where newer.rank > observed.rank group by fact
  union all
  -- The same run: the first later answer at the same build, or where one of both builds is unknown.
  select fact, case when rank is null then at_any else least(at_same, at_unknown) end from (
    select fact, rank, min(place) filter (where is_answer) over later as at_any,
      min(place) filter (where is_answer and rank is null) over later as at_unknown,
      min(place) filter (where is_answer) over later_at_same as at_same
    from answering
    window later as (
        partition by cell, run, tester order by n desc rows between unbounded preceding and 1 preceding),
      later_at_same as (
        partition by cell, run, tester, rank order by n desc rows between unbounded preceding and 1 preceding))
  union all
  -- A run that goes on from its run.
  select fact, min(answer.place) from answer join descent on descent.run = answer.run and is_clear
  join observed on observed.cell = answer.cell and observed.run = descent.ancestor and observed.tester = answer.tester
  where answer.rank = observed.rank or answer.rank is null or observed.rank is null group by fact
  union all
  select fact, min(place) from again group by fact
  union all
  select fact, min(other_place) from old where other_may_answer and is_same and time < told group by fact
  union all
  select other, min(place) from old where may_answer and is_near and time >= moment group by other
)
select observed.*, coalesce(ended.place, count(*) over (partition by cell) + 1) as ends
from observed left join (select fact, min(place) as place from superseded group by fact) as ended using (fact);

-- What is open after each result.
create or replace temporary table opened as
select *, unnest(generate_series(place, ends - 1)) as after from span where ends > place;
-- Pairs of open results that differ and of which neither had seen the other, from the later one on.
create or replace temporary table clash as
select distinct cell, unnest(generate_series(place, ends - 1)) as after from (
  select one.cell, one.place, least(one.ends, other.ends) as ends
  from opened as one join opened as other on other.cell = one.cell and other.after = one.after and other.run <> one.run
  left join glimpse as forth on forth.fact = one.fact and forth.run = other.run and forth.upto >= other.n
  left join glimpse as back on back.fact = other.fact and back.run = one.run and back.upto >= one.n
  where one.after = one.place and (one.badness <> other.badness or one.severity <> other.severity)
    and forth.fact is null and back.fact is null);
-- What a cell shows after each result: the worst of what is open.
create or replace temporary table state as
select now.cell, now.after as place, latest.moment, latest.fact as latest, shown.fact as shown,
  ['na', 'pass', 'cant-tell', 'fail'][shown.badness + 1] as outcome, shown.severity, shown.overruled,
  clash.cell is not null as disputed, differs and clash.cell is null as contradicted
from (
  select cell, after, max(worse) as worse, are_several(bit_or(1 << badness))
    or coalesce(are_several(bit_or(1 << severity) filter (where badness = 3 and severity is not null)), false) as differs
  from opened group by cell, after
) as now
join span as latest on latest.cell = now.cell and latest.place = now.after
join span as shown on shown.cell = now.cell and shown.worse = now.worse
left join clash on clash.cell = now.cell and clash.after = now.after;
create or replace temporary table transition as
select cell, place as ordinal, moment as time, shown as result, outcome, severity, disputed, contradicted, is_new_outcome
from (
  select *, lag(outcome) over history is distinct from outcome as is_new_outcome,
    lag(severity) over history is distinct from severity as is_new_severity,
    lag(disputed) over history is distinct from disputed or lag(contradicted) over history is distinct from contradicted
      as is_new_status
  from state window history as (partition by cell order by place)
) where is_new_outcome or is_new_severity or is_new_status;
create or replace temporary table cell as
select state.cell as id, component, check_id, condition, state.outcome, state.severity, state.disputed,
  state.contradicted, state.overruled,
  state.shown, state.latest, state.moment as latest_time, shown.moment as seen, begun.since, state.place as results,
  last.facts as open
from state join result on result.fact = state.shown join observed as shown on shown.fact = state.shown
join (select cell, arg_max(time, ordinal) as since from transition where is_new_outcome group by cell) as begun
  on begun.cell = state.cell
join (
  select cell, any_value(count) as count, list(fact order by place) as facts
  from (select *, count(*) over (partition by cell) as count from span) where ends > count
  group by cell
) as last on last.cell = state.cell and last.count = state.place;

-- Which fact wrote which field of which record; each row is a write of its own.
create or replace temporary table write_of as
select row_number() over (order by kind, key, field, fact) as id, dense_rank() over (order by kind, key, field) as grp, *
from (
  select fact, body ->> 'kind' as kind, body ->> 'key' as key, written.key as field,
    coalesce(written.value, 'null'::json) as value, run, replica, n, digest, ms, counter,
    fact in (from taken_back) as retracted
  from (
    select id as fact, kind as what, body, run, replica, n, digest, ms, counter,
      unnest(map_entries(case kind when 'set' then (body -> 'fields')::map(varchar, json)
        when 'delete' then map {'@deleted': 'true'::json} else map {'@deleted': 'false'::json} end)) as written
    from facts where kind in ('set', 'delete', 'restore') and not erased and understood
  ) where what <> 'set' or written.key <> '@deleted'
);
-- Of what was written to a field at the same time, the stricter is shown: the earlier end of a waiver, that it covers
-- less or was deleted, the profile for children, the lower verdict, the figure of a check that fewer values meet. What
-- asks for more sorts first.
create or replace macro strictness(kind, field, value) as case
  when kind = 'waiver' and field = 'until' then coalesce(value ->> '$', '')
  when kind = 'waiver' and field in ('component', 'check') then
    case when coalesce(value ->> '$', '**') = '**' then '2' when regexp_matches(value ->> '$', '[*]|/$') then '1'
      else '0' end
  when kind = 'waiver' and field = 'condition' then case when json_type(value) = 'VARCHAR' then '0' else '1' end
  when kind = 'verdict' and field = 'level' then (coalesce(list_position(['does-not-support', 'partially-supports',
    'not-evaluated', 'not-applicable', 'supports'], value ->> '$'), 6) - 1)::varchar
  when kind = 'waiver' and field = '@deleted' and value::varchar = 'true'
    or kind = 'component' and field = 'profile' and value::varchar = '"child"' then '0' else '1' end;
create or replace macro figure(kind, field, value) as case
  when kind = 'check' and field = 'measurement'
    and regexp_full_match(value ->> '$.threshold', '-?[0-9]+([.][0-9]+)?')
  then (value ->> '$.threshold')::decimal(30, 6) * case value ->> '$.comparison' when '>=' then -1 when '<=' then 1 end end;
-- A write replaces what it has seen, whatever the clocks say; of those that did not know of each other the strictest,
-- else the one with the greatest clock is shown (`place` 1). Of each run the last write that stands has seen those
-- before.
create or replace temporary table last_write as
select * from write_of where not retracted
qualify row_number() over (partition by grp, run order by n desc) = 1;
create or replace temporary table register as
select write_of.*, tip.place is not null as live, tip.place from write_of left join (
  select id, row_number() over (
    partition by grp order by strictness(kind, field, value), figure(kind, field, value) nulls last, ms desc,
      counter desc, replica desc, digest desc) as place
  from last_write where id not in (
    select earlier.id from last_write as earlier join last_write as later using (grp)
    join seen on seen.run = later.run and seen.other = earlier.run and seen.n <= later.n and seen.upto >= earlier.n)
) as tip using (id);
