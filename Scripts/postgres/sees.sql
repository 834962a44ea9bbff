-- Who follows whom, and who had seen whom: by `prev` within a replica, by `saw` across. Neither numbers nor clocks count.
--
-- A run is a stretch of one replica in which each fact names the one before it and none has a rival (the same replica,
-- number and predecessor: a copy of the file went on under its name). Within a run whoever sees a fact sees all before
-- it, so what a fact sees is one number for each run, and only the places where such a number grows are kept.

create table if not exists a11y.all_run (
  id bigint primary key,
  replica text collate "C" not null,
  first bigint not null, last bigint not null,  -- numbers of its facts
  prev bytea not null,                          -- what its first fact names
  after bigint,                                 -- the run that ends with that fact, where it is here
  signed boolean not null default false,        -- the first fact of its chain names a key
  rival boolean not null default false,         -- its first fact has a rival, and nobody has decided which goes on
  tracker int not null
);
create index if not exists run_by_start on a11y.all_run (tracker, replica, first);
create index if not exists run_by_after on a11y.all_run (after);
select a11y.show_this('run');

-- From its fact `n` on a run has seen another up to the fact `upto`; through whatever lies between them.
create table if not exists a11y.seen (
  run bigint not null, other bigint not null, n bigint not null, upto bigint not null,
  primary key (run, other, n)
);
create index if not exists seen_by_other on a11y.seen (other, run, upto);
create table if not exists a11y.seen_run (run bigint not null, other bigint not null, primary key (run, other));
create index if not exists seen_run_by_other on a11y.seen_run (other);

-- What was seen and is not here: it may come.
create table if not exists a11y.all_awaited (
  name bytea not null, run bigint not null, n bigint not null, tracker int not null, primary key (tracker, name, run, n)
);
select a11y.show_this('awaited');

-- Takes the facts of `incoming` in: all that follows from them, from their place in a run on.
create or replace function a11y.absorb() returns void language plpgsql as $$
begin
  update a11y.facts set erased = false, understood = incoming.understood, line = incoming.line
  from incoming where incoming.id = facts.id and not is_new;
  if a11y.place() then
    insert into a11y.facts (replica, n, digest, id, ms, counter, kind, prev, run, erased, understood, line)
    select replica, n, digest, id, ms, counter, kind, incoming.prev, run, erased, understood, line
    from incoming join chain using (id, replica, n, digest) order by replica, n, digest;
    perform a11y.look();
    perform a11y.project();
  else
    insert into a11y.facts (replica, n, digest, id, ms, counter, kind, prev, erased, understood, line)
    select replica, n, digest, id, ms, counter, kind, prev, erased, understood, line from incoming where is_new
    order by replica, n, digest;
    perform a11y.rebuild();
  end if;
end $$;

-- Gives each new fact its run (`chain`). False where a run would have to be cut in two, because a rival has come of a
-- fact within it: that is rare, and all is made anew then.
create or replace function a11y.place() returns boolean language plpgsql as $$
declare
  one record;
  runs bigint[];
begin
  drop table if exists newcomer, link, chain, grown;
  create temporary table newcomer on commit drop as
  select id, replica, n, digest, prev, substr(digest, 1, 16) as name,
    count(*) over (partition by replica, n, prev) > 1 as has_rival,
    row_number() over (order by replica, n, digest)::int as place
  from incoming where is_new;
  analyze newcomer;
  if exists (
    select from newcomer join a11y.facts as rival
      on rival.replica = newcomer.replica and rival.n = newcomer.n and rival.prev = newcomer.prev
    join a11y.run on run.id = rival.run where run.first < rival.n
  ) then return false; end if;
  update newcomer set has_rival = true from a11y.run as rival
  where rival.replica = newcomer.replica and rival.first = newcomer.n and rival.prev = newcomer.prev and not has_rival;

  -- The fact before each: a new one (`prior`), or one that is here (`run`). A name that means two says nothing.
  create temporary table link on commit drop as
  select place, min(prior) as prior, min(run) as run from (
    select newcomer.place, prior.place as prior, null as run from newcomer join newcomer as prior
      on prior.replica = newcomer.replica and prior.n = newcomer.n - 1 and prior.name = newcomer.prev
    union all
    select newcomer.place, null, run.id from newcomer join a11y.facts as prior
      on prior.replica = newcomer.replica and prior.n = newcomer.n - 1 and substr(prior.digest, 1, 16) = newcomer.prev
    join a11y.run on run.id = prior.run
  ) as named group by place having count(*) = 1;
  analyze link;

  -- A run begins where there is no fact before, or a rival beside; all others go on with the run of the fact before,
  -- which stands further ahead in this order.
  for one in
    select place, case when not has_rival then link.prior end as prior, case when not has_rival then link.run end as run
    from newcomer left join link using (place) order by place
  loop
    runs[one.place] := coalesce(one.run, runs[one.prior], nextval('a11y.ids'));
  end loop;
  create temporary table chain on commit drop as
  select newcomer.*, run from newcomer join unnest(runs) with ordinality as r (run, place) using (place);
  analyze chain;

  -- Where the new facts of each run begin.
  create temporary table grown on commit drop as
  select run, replica, min(n) as n, max(n) as last from chain group by run, replica;
  update a11y.run set last = grown.last from grown where grown.run = run.id;
  insert into a11y.run (id, replica, first, last, prev, after)
  select grown.run, grown.replica, grown.n, grown.last, chain.prev, coalesce(prior.run, link.run)
  from grown join chain on chain.run = grown.run and chain.n = grown.n
  left join link on link.place = chain.place left join chain as prior on prior.place = link.prior
  on conflict do nothing;
  return true;
end $$;

-- What the new facts saw, and what was seen of them before they came.
create or replace function a11y.look() returns void language plpgsql as $$
begin
  update a11y.run set after = chain.run from chain
  where run.after is null and run.replica = chain.replica and run.first = chain.n + 1 and run.prev = chain.name;

  drop table if exists glance, direct, step, widened;
  create temporary table glance on commit drop as
  select chain.run, chain.n, decode(named, 'hex') as name, ms
  from incoming join chain using (id) cross join jsonb_array_elements_text(saw) as s (named);
  analyze glance;
  -- In the order of the clocks a fact mostly comes behind all that it has seen. `latest` is the last place of the facts
  -- of its run up to it.
  create temporary table direct on commit drop as
  select *, max(place) over (partition by run order by n, place rows unbounded preceding) as latest from (
  select run, other, n, upto, row_number() over (order by ms, n) as place from (
    select *, max(upto) over (partition by run, other order by n rows between unbounded preceding and 1 preceding) as known
    from (
      select run, other, n, max(upto) as upto, max(ms) as ms from (
        select glance.run, other.run as other, glance.n, other.n as upto, ms
        from glance join (select run, n, digest from a11y.facts) as other on substr(other.digest, 1, 16) = glance.name
        where other.run <> glance.run
        union all
        select awaited.run, chain.run, awaited.n, chain.n, null
        from a11y.awaited join chain using (name) where awaited.run <> chain.run
        union all
        select run.id, run.after, run.first, run.first - 1, incoming.ms
        from a11y.run left join chain on chain.run = run.id and chain.n = run.first
        left join incoming on incoming.id = chain.id
        where run.after is not null and not exists (
          select from a11y.seen where seen.run = run.id and seen.other = run.after and seen.n = run.first
            and seen.upto >= run.first - 1)
      ) as named group by run, other, n
    ) as most
  ) as most where upto > coalesce(known, 0)) as direct;
  create index on direct (run, n, place);
  analyze direct;
  delete from a11y.awaited using chain where chain.name = awaited.name;
  insert into a11y.awaited
  select name, run, n from glance
  where not exists (select from a11y.facts where substr(digest, 1, 16) = glance.name) on conflict do nothing;

  create temporary table widened (run bigint, n bigint) on commit drop;
  create temporary table step (run bigint, other bigint, n bigint, upto bigint) on commit drop;
  perform a11y.learn();
  perform a11y.close_seen();
  perform a11y.settle_runs();
end $$;

-- Takes the steps of `direct` in their order: a fact learns what is known by then of what it has seen. Where a step does
-- not come behind all that it leads to, or its fact was here before, it is left to `close_seen`, in `step`. When this is
-- planned the tables are empty, and yet indexes will do.
create or replace function a11y.learn() returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  one record;
begin
  for one in
    select direct.*, grown.n is null or direct.n < grown.n or direct.place < direct.latest or direct.place < (
        select latest from direct as before where before.run = direct.other and before.n <= direct.upto
        order by before.n desc, before.place desc limit 1) as is_late
    from direct left join grown using (run) order by place
  loop
    if one.is_late then
      insert into step values (one.run, one.other, one.n, one.upto);
      continue;
    end if;
    continue when (
      select upto from a11y.seen as known where known.run = one.run and known.other = one.other
      order by n desc limit 1) >= one.upto;
    with learned as (
      select other, upto from (
        select one.other as other, one.upto as upto
        union all
        select pair.other, further.upto
        from a11y.seen_run as pair cross join lateral (
          select upto from a11y.seen where run = pair.run and other = pair.other and n <= one.upto
          order by n desc limit 1) as further
        where pair.run = one.other and pair.other <> one.run
      ) as more
      where upto > coalesce((
        select upto from a11y.seen as known where known.run = one.run and known.other = more.other
        order by n desc limit 1), 0)
    ), paired as (
      insert into a11y.seen_run (run, other) select one.run, other from learned on conflict do nothing
    )
    insert into a11y.seen (run, other, n, upto) select one.run, other, one.n, upto from learned
    on conflict (run, other, n) do update set upto = excluded.upto;
  end loop;
end $$;

-- Adds `step` to `seen`, and what follows: whoever has seen a step has seen what it leads to. A way that enters a run
-- twice could have stayed in it, so this ends after as many rounds as there are runs, mostly after two or three.
create or replace function a11y.close_seen() returns void language plpgsql set enable_seqscan = off set jit = off as $$
begin
  drop table if exists wave;
  create temporary table wave (run bigint, other bigint, n bigint, upto bigint) on commit drop;
  loop
    truncate wave;
    -- What says more than is known, and than an earlier one of them.
    insert into wave
    select run, other, n, upto from (
      select *, max(upto) over (partition by run, other order by n rows between unbounded preceding and 1 preceding) as before
      from (
        select run, other, n, max(upto) as upto from step group by run, other, n
      ) as most
      where upto > coalesce((
        select known.upto from a11y.seen as known
        where known.run = most.run and known.other = most.other and known.n <= most.n order by known.n desc limit 1), 0)
    ) as growing where upto > coalesce(before, 0);
    exit when not found;
    analyze wave;
    -- What was known and is less than that now.
    delete from a11y.seen as known using wave
    where known.run = wave.run and known.other = wave.other and known.n >= wave.n and known.upto <= wave.upto;
    insert into a11y.seen (run, other, n, upto) select run, other, n, upto from wave;
    insert into a11y.seen_run select distinct run, other from wave on conflict do nothing;
    -- Facts that were here before and see more than they did.
    insert into widened
    select wave.run, min(wave.n) from wave left join grown using (run)
    where grown.n is null or wave.n < grown.n group by wave.run;
    truncate step;
    insert into step
    select wave.run, further.other, wave.n, further.upto
    from wave join a11y.seen_run as pair on pair.run = wave.other and pair.other <> wave.run
    cross join lateral (
      select other, upto from a11y.seen where run = pair.run and other = pair.other and n <= wave.upto
      order by n desc limit 1) as further;
    -- Steps of facts that others had seen already.
    insert into step
    select further.run, wave.other, further.n, wave.upto
    from wave join a11y.seen_run as pair on pair.other = wave.run and pair.run <> wave.other
    cross join lateral (
      select run, n from a11y.seen where other = pair.other and run = pair.run and upto >= wave.n
      order by upto limit 1) as further;
  end loop;
end $$;

-- `descent`: all runs that a run goes on from, and whether no rival stands between (`is_clear`).
create or replace function a11y.descend() returns void language plpgsql as $$
begin
  drop table if exists descent;
  create temporary table descent on commit drop as
  with recursive back (run, ancestor, is_clear) as (
    select id, after, not rival from a11y.run where after is not null
    union all
    select back.run, run.after, is_clear and not rival from back join a11y.run on run.id = back.ancestor
    where run.after is not null
  )
  select run, ancestor, is_clear from back;
  create index on descent (run, ancestor);
  analyze descent;
end $$;

-- Which runs speak for nobody because their chain names a key, and which have a rival. Cells of replicas of which this is
-- news (`moved`) are folded anew.
create or replace function a11y.settle_runs() returns void language plpgsql as $$
begin
  perform a11y.descend();
  drop table if exists ruling, moved;
  create temporary table ruling on commit drop as
  with naming as (
    select distinct run.id from a11y.facts join a11y.run on run.id = facts.run and run.first = facts.n
    where facts.kind = 'replica' and run.after is null and facts.line::jsonb -> 'body' ? 'signer'
  ), signed as (
    select id from naming union select descent.run from descent join naming on naming.id = descent.ancestor
  ), head as (
    select facts.run from a11y.decision join a11y.facts
      on facts.digest = identity and substr(facts.digest, 1, 16) = substr(identity, 1, 16)
    where decision.kind = 'branch'
  ), settled as (
    select run as id from head union select ancestor from descent where run in (select run from head)
  )
  select run.id, signed.id is not null as signed,
    settled.id is null and signed.id is null
      and count(*) filter (where signed.id is null) over (partition by replica, first, prev) > 1 as rival
  from a11y.run left join signed on signed.id = run.id left join settled on settled.id = run.id;

  create temporary table moved on commit drop as
  select distinct replica from a11y.run join ruling using (id)
  where (run.signed, run.rival) <> (ruling.signed, ruling.rival);
  update a11y.run set signed = ruling.signed, rival = ruling.rival from ruling
  where ruling.id = run.id and (run.signed, run.rival) <> (ruling.signed, ruling.rival);
  if found then perform a11y.descend(); end if;
end $$;
