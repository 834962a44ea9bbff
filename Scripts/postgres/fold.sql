-- What a cell and a field show: the same folds as in the program (Sources/AuditModel/Facts), over sets.

-- Who had seen whom among the rows of `event`, group by group: a write has seen the earlier ones of its own replica in
-- its group, those that it names, and all that those had seen; clocks play no part. `seen` has a bit for each row of
-- the group, `mark` is the row's own. `at` is when it counts as observed: what the tester said, else its clock, but
-- never before what it had seen; what was taken back is no reason to be later.
create or replace function a11y.causality() returns table (fact bigint, mark int, seen bit varying, at bigint)
language plpgsql as $$
declare
  grp record;
  none bit varying;
  all_seen bit varying[];
  latest bigint[];
  pending int[];
  deferred int[];
  is_ready boolean;
  is_circle boolean;
  before bigint;
  parent int;
begin
  for grp in
    with placed as (
      select *, row_number() over (partition by event.grp order by replica, n, digest)::int as i,
        dense_rank() over (partition by event.grp, replica order by n) as place
      from event
    ), edge as (
      select child.grp, child.i as child, parent.i as parent from placed as child
      join placed as parent on parent.grp = child.grp and parent.replica = child.replica
        and parent.place = child.place - 1
      union
      select child.grp, child.i, parent.i from (select e.grp, e.i, unnest(e.saw) as short from placed as e) as child
      join placed as parent on parent.grp = child.grp and parent.short = child.short where parent.i <> child.i
    ), bounded as (
      select placed.*, coalesce(parents.count, 0)::int as count,
        sum(coalesce(parents.count, 0)) over (partition by placed.grp order by i)::int as last
      from placed left join (select edge.grp, child, count(*) from edge group by edge.grp, child) as parents
        on parents.grp = placed.grp and parents.child = placed.i
    )
    select events.*, edges.parents from (
      select bounded.grp, array_agg(bounded.fact order by i) as facts, array_agg(time order by i) as times,
        array_agg(ms order by i) as clocks, array_agg(retracted order by i) as retracted,
        array_agg(last - bounded.count + 1 order by i) as firsts, array_agg(last order by i) as lasts,
        array_agg(i order by ms, counter, i) as walk
      from bounded group by bounded.grp
    ) as events left join (
      select edge.grp, array_agg(edge.parent order by child) as parents from edge group by edge.grp
    ) as edges on edges.grp = events.grp
  loop
    none := repeat('0', cardinality(grp.facts))::bit varying;
    all_seen := array_fill(null::bit varying, array[cardinality(grp.facts)]);
    latest := array_fill(null::bigint, array[cardinality(grp.facts)]);
    pending := grp.walk;
    is_circle := false;
    -- Those that come before what they have seen, by their clocks, wait for the next round. Where none can go on (a
    -- forger's circle) the rest is taken in the order of replica and number.
    while cardinality(pending) > 0 loop
      deferred := '{}';
      foreach mark in array pending loop
        seen := none;
        before := null;
        is_ready := true;
        for k in grp.firsts[mark] .. grp.lasts[mark] loop
          parent := grp.parents[k];
          if all_seen[parent] is null and not is_circle then
            is_ready := false;
            exit;
          end if;
          seen := set_bit(seen | coalesce(all_seen[parent], none), parent - 1, 1);
          before := greatest(before, latest[parent]);
        end loop;
        if not is_ready then
          deferred := deferred || mark;
          continue;
        end if;
        fact := grp.facts[mark];
        at := coalesce(grp.times[mark], greatest(grp.clocks[mark], before + 1));
        all_seen[mark] := seen;
        latest[mark] := case when grp.retracted[mark] then before else greatest(before, at) end;
        return next;
      end loop;
      if cardinality(deferred) = cardinality(pending) then
        is_circle := true;
        deferred := array(select d from unnest(deferred) as d order by d);
      end if;
      pending := deferred;
    end loop;
  end loop;
end $$;

create or replace function a11y.badness(outcome text) returns int language sql immutable parallel safe as
$$ select case outcome when 'fail' then 3 when 'cant-tell' then 2 when 'pass' then 1 else 0 end $$;

-- Same build, or same source; where neither build is known, what is known of the sources must not differ.
create or replace function a11y.is_same_revision(build text, source text, other_build text, other_source text)
returns boolean language sql immutable parallel safe as $$
  select (source <> '' and source = other_source)
    or (build = other_build and (build <> '' or source = '' or other_source = ''))
$$;

-- Folds the cells of `touched` anew.
create or replace function a11y.refold() returns void language plpgsql as $$
begin
  if not exists (select from touched) then return; end if;
  drop table if exists candidate, event, alone, standing, overruled, state;
  create temporary table candidate on commit drop as
  select result.cell as grp, result.*, taken_back.fact is not null as retracted
  from a11y.result join touched using (cell) left join a11y.taken_back using (fact);
  create temporary table event on commit drop as
  select * from candidate where cell in (
    select cell from candidate group by cell having count(distinct replica) > 1 or count(*) > count(distinct n));
  analyze event;

  -- Where one replica alone has spoken the times can be told without asking who saw whom: each is what the tester said
  -- or max(clock, latest before + 1), here written out over all that came before.
  create temporary table alone on commit drop as
  select fact, coalesce(time, bumps + max(coalesce(time, ms) - bumps) over (
    partition by cell order by n rows between unbounded preceding and current row)) as at
  from (
    select *, count(*) filter (where time is null) over (
      partition by cell order by n rows between unbounded preceding and current row) as bumps
    from candidate where not retracted and cell not in (select cell from event)) as counted;

  create temporary table standing on commit drop as
  select candidate.*, times.mark, times.seen, times.at, row_number() over (
    partition by cell order by times.at, ms, counter, replica, n, digest)::int as place
  from candidate join (
    select fact, null::int as mark, null::bit varying as seen, at from alone
    union all
    select fact, mark, seen, at from a11y.causality()) as times using (fact)
  where not retracted;
  analyze standing;

  -- From which place on a result has nothing to say any more: one that had seen it has come, or its own tester has
  -- looked again at the same revision.
  create temporary table overruled on commit drop as
  select earlier.fact, min(later.place) as until from standing as earlier join standing as later using (cell)
  where later.place > earlier.place and earlier.mark is not null and (
    get_bit(later.seen, earlier.mark - 1) = 1
    or (later.tester = earlier.tester
      and a11y.is_same_revision(earlier.build, earlier.source, later.build, later.source)))
  group by earlier.fact;
  analyze overruled;

  -- At each place: the result itself and those that stand against it; the worst of them is shown.
  create temporary table state on commit drop as
  with rivals as (
    select latest.fact as latest, other.fact, other.outcome, other.severity, other.place
    from standing as latest join standing as other using (cell) left join overruled on overruled.fact = other.fact
    where latest.mark is not null and other.place < latest.place
      and coalesce(overruled.until > latest.place, true)
      and other.outcome <> latest.outcome and other.tester <> latest.tester
      and a11y.is_same_revision(latest.build, latest.source, other.build, other.source)
      and get_bit(other.seen, latest.mark - 1) = 0
  ), shown as (
    select distinct on (latest) latest, fact, outcome, severity from (
      select fact as latest, fact, outcome, severity, place, true as is_latest from standing
      union all
      select latest, fact, outcome, severity, place, false from rivals) as side
    order by latest, a11y.badness(outcome) desc, coalesce(severity, 9), is_latest desc, place
  ), against as (select latest, array_agg(fact order by place) as rivals from rivals group by latest)
  select standing.cell, standing.place, standing.at, standing.fact as latest, shown.fact as shown, shown.outcome,
    shown.severity, against.rivals is not null as disputed, coalesce(against.rivals, '{}') as rivals,
    lag(shown.outcome) over history is distinct from shown.outcome as is_new_outcome,
    (lag(shown.outcome) over history, lag(shown.severity) over history, lag(against.rivals is not null) over history)
      is distinct from (shown.outcome, shown.severity, against.rivals is not null) as is_transition
  from standing join shown on shown.latest = standing.fact left join against on against.latest = standing.fact
  window history as (partition by standing.cell order by standing.place);

  delete from a11y.transition where cell in (select cell from touched);
  insert into a11y.transition
  select cell, row_number() over (partition by cell order by place) - 1, at, shown, outcome, severity, disputed
  from state where is_transition;
  update a11y.cell set outcome = now.outcome, severity = now.severity, disputed = coalesce(now.disputed, false),
    shown = now.shown, latest = now.latest, latest_time = now.at, since = now.since, results = coalesce(now.results, 0),
    rivals = coalesce(now.rivals, '{}')
  from touched left join (
    select distinct on (cell) *, count(*) over (partition by cell) as results,
      max(case when is_new_outcome then place end) over (partition by cell) as since_place,
      first_value(at) over (partition by cell order by is_new_outcome desc, place desc) as since
    from state order by cell, place desc
  ) as now using (cell)
  where cell.id = touched.cell;
  delete from a11y.cell where id in (select cell from touched)
    and not exists (select from a11y.result where result.cell = cell.id);
end $$;

-- Folds the fields of the records of `touched_record` anew: a write replaces what it has seen, whatever the clocks
-- say; of those that did not know of each other the one with the greatest clock is shown (`place` 1).
create or replace function a11y.refold_records() returns void language plpgsql as $$
begin
  if not exists (select from touched_record) then return; end if;
  drop table if exists event;
  create temporary table event on commit drop as
  select dense_rank() over (order by register.kind, register.key, field) as grp, register.fact, replica, n,
    a11y.short(digest) as short, ms, counter, digest, register.kind, key, field, null::bigint as time,
    case when a11y.are_short(line::jsonb -> 'body' -> 'saw')
      then array(select jsonb_array_elements_text(line::jsonb -> 'body' -> 'saw')) else '{}' end as saw,
    taken_back.fact is not null as retracted
  from a11y.register join touched_record using (kind, key) join a11y.facts on facts.id = register.fact
  left join a11y.taken_back on taken_back.fact = register.fact;
  -- One fact may write several fields, and who has seen whom is asked field by field: each write has its own number.
  drop table if exists write_of;
  create temporary table write_of on commit drop as
  select row_number() over () as id, * from event;
  truncate event;
  insert into event
  select grp, id, replica, n, short, ms, counter, digest, kind, key, field, time, saw, retracted from write_of;
  analyze event;
  update a11y.register set live = tip.place is not null, place = tip.place
  from write_of left join (
    select id, row_number() over (
      partition by grp order by ms desc, counter desc, replica desc, n desc, digest desc)::int as place
    from (
      select write_of.*, get_bit(bit_or(causality.seen) over (partition by grp), causality.mark - 1) as is_seen
      from a11y.causality() join write_of on write_of.id = causality.fact where not retracted) as standing
    where is_seen = 0
  ) as tip on tip.id = write_of.id
  where register.fact = write_of.fact and register.kind = write_of.kind and register.key = write_of.key
    and register.field = write_of.field;
end $$;
