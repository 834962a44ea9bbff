-- What a cell and a field show: the same rules as in the program, over sets.

create or replace function a11y.badness(outcome text) returns int language sql immutable parallel safe as
$$ select case outcome when 'fail' then 3 when 'cant-tell' then 2 when 'pass' then 1 else 0 end $$;

create or replace function a11y.outcome(badness int) returns text language sql immutable parallel safe as
$$ select (array['na', 'pass', 'cant-tell', 'fail'])[badness + 1] $$;

-- Whether two bits at least are set.
create or replace function a11y.are_several(bits int) returns boolean language sql immutable parallel safe as
$$ select bits & (bits - 1) <> 0 $$;

-- The results of the cells of `touched` that count (`counted`), what each had seen of each run of its cell (`glimpse`),
-- and in which order they were observed (`observed`).
create or replace function a11y.observe() returns void language plpgsql as $$
declare
  changed bigint[];
begin
  drop table if exists counted, glimpse, hindsight, late, sight, observed;
  -- A value that violates its check fails, whatever was said.
  create temporary table counted on commit drop as
  select fact, cell, result.replica, n, result.run, digest, ms, counter, time, coalesce(time, ms) as at, tester, build,
    rank, retest, value is not null as is_measured, case when violates then 3 else a11y.badness(outcome) end as badness,
    case when violates or outcome = 'fail' then severity end as severity, violates and outcome <> 'fail' as overruled,
    in_doubt.fact is not null as is_doubted, not run.signed as speaks
  from a11y.result join touched using (cell) join a11y.run on run.id = result.run
  left join a11y.taken_back using (fact) left join a11y.in_doubt using (fact)
  where taken_back.fact is null or in_doubt.fact is not null;
  create index on counted (cell);
  analyze counted;

  create temporary table glimpse on commit drop as
  select counted.fact, counted.cell, side.run, step.upto
  from counted join (select distinct cell, run from counted) as side on side.cell = counted.cell and side.run <> counted.run
  cross join lateral (
    select upto from a11y.seen where seen.run = counted.run and seen.other = side.run and seen.n <= counted.n
    order by seen.n desc limit 1) as step
  union all
  select fact, cell, run, n - 1 from counted;
  create index on glimpse (fact);
  analyze glimpse;

  -- The latest time and the newest build that each had seen: over the results of a run and the glimpses of it, in order.
  create temporary table hindsight on commit drop as
  select fact, max(latest) as latest, max(newest) as newest from (
    select fact, max(at) over so_far as latest, max(rank) over so_far as newest
    from (
      select cell, run, n, false as is_glimpse, at, rank, null::bigint as fact from counted
      union all
      select cell, run, upto, true, null, null, fact from glimpse) as mixed
    window so_far as (partition by cell, run order by n, is_glimpse rows unbounded preceding)
  ) as looked where fact is not null group by fact;
  analyze hindsight;

  -- When each counts as observed: what the tester said, else its clock, but never before what it had seen. Where a
  -- clock lags behind, one goes up with the next until all are right: `latest` is the latest time of a result and of all
  -- that it had seen.
  create temporary table late on commit drop as
  select fact, cell, run, n, time, at, at as latest from counted where cell in (
    select cell from counted join hindsight using (fact) where time is null and latest >= at);
  create index on late (cell, run, n);
  create index on late (fact);
  analyze late;
  create temporary table sight on commit drop as
  select glimpse.fact as later, earlier.fact as earlier
  from glimpse cross join lateral (
    select fact from late where late.cell = glimpse.cell and late.run = glimpse.run and late.n <= glimpse.upto
    order by late.n desc limit 1) as earlier
  where glimpse.cell in (select cell from late);
  create index on sight (earlier);
  analyze sight;
  changed := array(select fact from late);
  while cardinality(changed) > 0 loop
    with pushed as (
      select later, max(late.latest) as latest from sight join late on late.fact = sight.earlier
      where earlier = any (changed) group by later
    ), raised as (
      update late set latest = greatest(late.latest, pushed.latest + (time is null)::int),
        at = case when time is null then greatest(at, pushed.latest + 1) else at end
      from pushed
      where pushed.later = late.fact and pushed.latest + (time is null)::int > late.latest
      returning fact
    )
    select array_agg(fact) into changed from raised;
  end loop;
  update counted set at = late.at from late where late.fact = counted.fact and late.at > counted.at;

  -- Stale is what was said of an older build by someone who had seen a newer one. `is_old` may be history: its tester
  -- states a time before one that it had seen, or goes on from another run. `worse` puts the results of a cell in one
  -- order.
  create temporary table observed on commit drop as
  select *, time is not null and coalesce(run in (select run from descent where is_clear) or time < max(at) over (
      partition by cell, run, tester order by n rows between unbounded preceding and 1 preceding), false) as is_old,
    row_number() over (partition by cell order by badness,
      case when badness = 3 then coalesce(5 - severity, 0) else 0 end, place)::int as worse
  from (
    select counted.*, coalesce(time, ms) as told, newest, coalesce(newest > rank, false) as is_stale, row_number() over (
      partition by cell order by at, ms, counter, digest)::int as place
    from counted left join hindsight using (fact)) as placed;
  create index on observed (cell);
  analyze observed;
end $$;

-- From which place on each result is open, and from which on no more (`span`): one of a newer build has come; or at the
-- same or an unknown build its own tester on the same chain, or someone who had seen it and says that it is a retest.
-- What its tester states to be older is closed by what had been seen on the same build, and closes what is older still.
create or replace function a11y.supersede() returns void language plpgsql as $$
begin
  drop table if exists again, old, span;
  -- Retests are better, or milder where both are rated, and not of an earlier time.
  create temporary table again on commit drop as
  select observed.fact, retest.fact as by, retest.place
  from observed as retest join glimpse on glimpse.fact = retest.fact
  join observed on observed.cell = retest.cell and observed.run = glimpse.run and observed.n <= glimpse.upto
  where retest.retest and not retest.is_doubted and not retest.is_stale and (retest.is_measured or not observed.is_measured)
    and (retest.rank = observed.rank or retest.rank is null or observed.rank is null)
    and (retest.badness < observed.badness
      or retest.badness = 3 and observed.badness = 3 and retest.severity > observed.severity)
    and (retest.time is null or retest.time >= observed.at);
  create temporary table old on commit drop as
  select old.fact, old.place, old.time, not old.is_doubted and not old.is_stale as may_answer, other.fact as other,
    other.place as other_place, other.at, other.told,
    other.speaks and not other.is_doubted and not other.is_stale as other_may_answer,
    old.rank = other.rank or old.rank is null and other.rank is null and old.build = other.build and old.newest is null
      as is_same,
    old.rank = other.rank or old.rank is null or other.rank is null as is_near
  from observed as old join observed as other on other.cell = old.cell and other.tester = old.tester
    and (other.run = old.run and other.n < old.n
      or other.run in (select ancestor from descent where descent.run = old.run and is_clear))
  where old.is_old and old.speaks;
  create temporary table span on commit drop as
  with newer as (
    select cell, place, rank from (
      select *, max(rank) over (partition by cell order by place rows between unbounded preceding and 1 preceding) as known
      from observed where rank is not null and not is_doubted
    ) as observed where rank > known or known is null
  ), answer as (
    select cell, run, tester, rank, min(place) as place from observed
    where speaks and not is_doubted and not is_stale and not is_old group by cell, run, tester, rank
  ), superseded as (
    select fact, min(newer.place) as place from observed join newer using (cell)
    where newer.rank > observed.rank group by fact
    union all
    -- The same run: the first later answer at the same build, or where one of both builds is unknown.
    select fact, case when rank is null then at_any else least(at_same, at_unknown) end from (
      select fact, rank, min(place) filter (where is_answer) over later as at_any,
        min(place) filter (where is_answer and rank is null) over later as at_unknown,
        min(place) filter (where is_answer) over later_at_same as at_same
      from (
        select *, speaks and not is_doubted and not is_stale and not is_old as is_answer from observed) as observed
      window later as (
          partition by cell, run, tester order by n desc rows between unbounded preceding and 1 preceding),
        later_at_same as (
          partition by cell, run, tester, rank order by n desc rows between unbounded preceding and 1 preceding)
    ) as answered
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
    select other, min(place) from old where may_answer and is_near and time >= at group by other
  )
  select observed.*, coalesce(ended.place, count(*) over (partition by cell) + 1)::int as until
  from observed left join (select fact, min(place) as place from superseded group by fact) as ended using (fact);
  analyze span;
end $$;

-- Folds the cells of `touched` anew.
create or replace function a11y.refold() returns void language plpgsql as $$
begin
  if not exists (select from touched) then return; end if;
  analyze touched;
  perform a11y.observe();
  perform a11y.supersede();

  -- What is open after each result.
  drop table if exists opened, clash, state;
  create temporary table opened on commit drop as
  select span.*, moment.place as moment from span cross join lateral generate_series(place, until - 1) as moment (place);
  analyze opened;
  -- Pairs of open results that differ and of which neither had seen the other, from the later one on.
  create temporary table clash on commit drop as
  select distinct cell, moment.place as moment from (
    select one.cell, one.place, least(one.until, other.until) as until
    from opened as one join opened as other
      on other.cell = one.cell and other.moment = one.moment and other.run <> one.run
    left join glimpse as forth on forth.fact = one.fact and forth.run = other.run and forth.upto >= other.n
    left join glimpse as back on back.fact = other.fact and back.run = one.run and back.upto >= one.n
    where one.moment = one.place and (one.badness <> other.badness or one.severity <> other.severity)
      and forth.fact is null and back.fact is null
  ) as pair cross join lateral generate_series(pair.place, pair.until - 1) as moment (place);
  analyze clash;

  -- The worst of what is open is shown.
  create temporary table state on commit drop as
  select now.*, latest.fact as latest, latest.at, shown.fact as shown, shown.at as seen,
    a11y.outcome(shown.badness) as outcome,
    shown.severity, shown.overruled, clash.cell is not null as disputed, differs and clash.cell is null as contradicted
  from (
    select cell, moment as place, max(worse) as worse,
      a11y.are_several(bit_or(1 << badness))
        or coalesce(a11y.are_several(bit_or(1 << severity) filter (where badness = 3)), false) as differs
    from opened group by cell, moment
  ) as now
  join span as latest on latest.cell = now.cell and latest.place = now.place
  join span as shown on shown.cell = now.cell and shown.worse = now.worse
  left join clash on clash.cell = now.cell and clash.moment = now.place;

  delete from a11y.transition where cell in (select cell from touched);
  insert into a11y.transition
  select cell, row_number() over (partition by cell order by place) - 1, at, shown, outcome, severity, disputed,
    contradicted
  from (
    select *, (outcome, severity, disputed, contradicted) is distinct from (
      lag(outcome) over history, lag(severity) over history, lag(disputed) over history, lag(contradicted) over history)
      as is_new
    from state window history as (partition by cell order by place)
  ) as state where is_new;
  update a11y.cell set outcome = now.outcome, severity = now.severity, disputed = coalesce(now.disputed, false),
    contradicted = coalesce(now.contradicted, false), overruled = coalesce(now.overruled, false), shown = now.shown,
    latest = now.latest, latest_time = now.at, since = begun.since, results = coalesce(now.place, 0),
    seen = now.seen, open = coalesce(last.facts, '{}')
  from touched
  left join (select distinct on (cell) * from state order by cell, place desc) as now using (cell)
  left join (
    select distinct on (cell) cell, time as since from (
      select cell, ordinal, time, outcome is distinct from lag(outcome) over (partition by cell order by ordinal) as is_new
      from a11y.transition join touched using (cell)) as history
    where is_new order by cell, ordinal desc
  ) as begun using (cell)
  left join (
    select cell, array_agg(fact order by place) as facts from (
      select *, count(*) over (partition by cell) as count from span) as span
    where until > count group by cell
  ) as last using (cell)
  where cell.id = touched.cell;
  delete from a11y.cell where id in (select cell from touched)
    and not exists (select from a11y.result where result.cell = cell.id);
end $$;

-- Of what was written to a field at the same time, the stricter is shown: the earlier end of a waiver, that it covers
-- less or was deleted, the profile for children, the lower verdict, the figure of a check that fewer values meet. What
-- asks for more sorts first.
create or replace function a11y.strictness(kind text, field text, value jsonb) returns text
language sql immutable parallel safe as $$
  select case
    when kind = 'waiver' and field = 'until' then coalesce(value #>> '{}', '')
    when kind = 'waiver' and field in ('component', 'check') then
      case when coalesce(value #>> '{}', '**') = '**' then '2' when value #>> '{}' ~ '[*]|/$' then '1' else '0' end
    when kind = 'waiver' and field = 'condition' then
      case when jsonb_typeof(value) = 'string' then '0' else '1' end
    when kind = 'verdict' and field = 'level' then coalesce((array_position(array['does-not-support',
      'partially-supports', 'not-evaluated', 'not-applicable', 'supports'], value #>> '{}') - 1)::text, '5')
    when (kind, field, value) in (('waiver', '@deleted', 'true'), ('component', 'profile', '"child"')) then '0'
    else '1'
  end
$$;
create or replace function a11y.figure(kind text, field text, value jsonb) returns numeric
language sql immutable parallel safe as $$
  select case when kind = 'check' and field = 'measurement' and value ->> 'threshold' ~ '^-?[0-9]+([.][0-9]+)?$' then
    case value ->> 'comparison' when '>=' then -(value ->> 'threshold')::numeric
      when '<=' then (value ->> 'threshold')::numeric end end
$$;

-- Folds the fields of the records of `touched_record` anew: a write replaces what it has seen, whatever the clocks
-- say; of those that did not know of each other the strictest, else the one with the greatest clock is shown (`place` 1).
create or replace function a11y.refold_records() returns void language plpgsql as $$
begin
  if not exists (select from touched_record) then return; end if;
  drop table if exists write, tip;
  -- Of each run the last write that stands has seen those before.
  create temporary table write on commit drop as
  select register.fact, register.kind, key, field, value, run, replica, n, ms, counter, digest,
    row_number() over (partition by register.kind, key, field, run order by n desc) = 1 as is_last
  from a11y.register join touched_record using (kind, key) join a11y.facts on facts.id = register.fact
  left join a11y.taken_back on taken_back.fact = register.fact where taken_back.fact is null;
  analyze write;
  create temporary table tip on commit drop as
  select fact, kind, key, field, row_number() over (
    partition by kind, key, field order by a11y.strictness(kind, field, value) collate "C",
      a11y.figure(kind, field, value), ms desc, counter desc, replica desc, digest desc)::int as place
  from write where is_last and not exists (
    select from write as later join a11y.seen on seen.run = later.run and seen.other = write.run
      and seen.n <= later.n and seen.upto >= write.n
    where later.is_last and later.kind = write.kind and later.key = write.key and later.field = write.field);
  update a11y.register set live = tip.fact is not null, place = tip.place
  from touched_record join a11y.register as named using (kind, key)
  left join tip using (kind, key, field, fact)
  where register.kind = named.kind and register.key = named.key and register.field = named.field
    and register.fact = named.fact;
end $$;
