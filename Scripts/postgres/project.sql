-- What follows from the facts, kept in step with every bundle. `a11y.rebuild()` makes all of it anew.

-- Observations, one row for each `result` fact of which every member is understood. '' is "not given".
create table if not exists a11y.result (
  fact bigint primary key,
  cell bigint not null,
  replica text collate "C" not null, n bigint not null, run bigint not null,
  digest bytea not null,
  ms bigint not null, counter bigint not null,
  time bigint,                          -- ms UTC, if the tester said when
  outcome text collate "C" not null,    -- as said: pass, fail, na, cant-tell
  severity int,                         -- 1 critical ... 4 minor
  tester text collate "C" not null, build text collate "C" not null, source text collate "C" not null,
  device text collate "C" not null, os text collate "C" not null, audit text collate "C" not null,
  text_version text,
  value jsonb,
  note text,
  retest boolean not null,              -- said to be a deliberate retest
  pattern text,                         -- the anti-pattern a failure was filed as
  rank text collate "C",                -- sorts builds that are numbers; null for others
  violates boolean not null             -- the value contradicts the check as it reads now: counts as a failure
);
create index if not exists result_by_cell on a11y.result (cell);

-- Component x check x condition, as it stands. Without an outcome nothing is left of its results.
create table if not exists a11y.all_cell (
  id bigint generated always as identity primary key,
  component text collate "C" not null, check_id text collate "C" not null, condition text collate "C" not null,
  outcome text collate "C", severity int,
  disputed boolean not null default false,      -- open results differ, and neither side had seen the other
  contradicted boolean not null default false,  -- they differ, and one had seen the other
  overruled boolean not null default false,     -- the value of the result shown contradicts what was said
  shown bigint, latest bigint,          -- facts
  latest_time bigint, since bigint,     -- ms UTC
  seen bigint,                          -- when what is shown was last observed, ms UTC
  results int not null default 0,
  open bigint[] not null default '{}',  -- facts that nothing supersedes
  tracker int not null,
  unique (tracker, component, check_id, condition)
);
select a11y.show_this('cell');

-- The moments at which what a cell shows changed.
create table if not exists a11y.all_transition (
  cell bigint not null, ordinal int not null, time bigint not null, result bigint not null,
  outcome text collate "C" not null, severity int, disputed boolean not null, contradicted boolean not null,
  tracker int not null,
  primary key (tracker, cell, ordinal)
);
select a11y.show_this('transition');

-- Which fact wrote which field of which record; `live` are the writes that nothing later has seen.
create table if not exists a11y.all_register (
  kind text collate "C" not null, key text collate "C" not null, field text collate "C" not null,
  fact bigint not null, value jsonb not null, live boolean not null default false, place int,
  tracker int not null,
  primary key (tracker, kind, key, field, fact)
);
create index if not exists register_by_fact on a11y.all_register (fact);
select a11y.show_this('register');

-- Which fact asks for which others to be taken back, or their content to be destroyed: a name, or a sitting (a replica).
create table if not exists a11y.all_naming (
  fact bigint not null, kind text not null, name bytea not null, sitting text collate "C" not null,
  tracker int not null,
  primary key (tracker, fact, name, sitting)
);
select a11y.show_this('naming');
-- The same with the facts that are here, and by what right: its own chain, where no undecided fork stands between.
create table if not exists a11y.all_request (
  fact bigint not null, target bigint not null, kind text not null,
  is_own boolean not null,
  is_held_up boolean not null,          -- its own chain, but a fork stands between
  tracker int not null,
  primary key (tracker, fact, target)
);
select a11y.show_this('request');
create table if not exists a11y.all_taken_back (fact bigint not null, tracker int not null, primary key (tracker, fact));
select a11y.show_this('taken_back');
-- Results whose undo, or whose undo's redo, a fork holds up: they count, and supersede nothing.
create table if not exists a11y.all_in_doubt (fact bigint not null, tracker int not null, primary key (tracker, fact));
select a11y.show_this('in_doubt');

-- Builds in the order of their numbers: 3.10 behind 3.9, and 3.2.0, v3.2 and 3.2 are one. Null for a name that has other
-- words in it, and for numbers that no program counts with. Each number stands behind its length, so that texts compare.
create or replace function a11y.build_rank(build text) returns text language sql immutable parallel safe as $$
  select case when build ~ '^[vV]?[0-9 .()_+-]*$' then (
    select case when bool_and(length(digits) < 19 or length(digits) = 19 and digits <= '9223372036854775807') then
      coalesce(string_agg(lpad(length(digits)::text, 2, '0') || digits, '' order by place) filter (where place <= last), '')
      end
    from (
      select digits, place, max(place) filter (where digits <> '') over () as last
      from (
        select ltrim(found[1], '0') as digits, place
        from regexp_matches(build, '[0-9]+', 'g') with ordinality as f (found, place)) as parts) as parts) end
$$;

-- Whether a value is less or more than the check wants, in the same unit; where they do not compare nothing is said.
-- Figures are in millionths. A size counts by its smaller side where a least is asked for, by its larger for a most.
-- What a setting or the room around a target decides is not told here, and so no such value violates anything.
create or replace function a11y.violates(value jsonb, measurement jsonb, condition text) returns boolean
language sql immutable parallel safe as $$
  select coalesce((
    select case measurement ->> 'comparison'
      when '>=' then least < figures[1]
      when '<=' then most > figures[1]
      when '=' then least <> figures[1] or most <> figures[1]
      when 'between' then least < figures[1] or most > figures[2]
      when 'multiple-of' then not is_on_grid
    end
    from (
      select min(number) as least, max(number) as most, figures,
        bool_and(exists (select from unnest(steps) as step where mod(number, step) = 0)) as is_on_grid
      from (
        select figures, figures || case when figures = '{8000000}' and measurement ->> 'unit' = 'pt'
          and measurement ->> 'comparison' = 'multiple-of' then '{4000000}'::numeric[] end as steps
        from (
          select array_agg(figure::numeric * 1000000 order by place) as figures
          from jsonb_array_elements_text(measurement -> 'threshold') with ordinality as f (figure, place)) as wanted
      ) as wanted, (select n::numeric as number from jsonb_array_elements_text(value -> 'n') as v (n)) as given
      group by figures
    ) as compared
    where value ->> 'unit' in ('', measurement ->> 'unit')
      and not coalesce(measurement -> 'inputs' ? 'spacing' or condition <> '' and measurement -> 'parts' -> 'members' = '[]', false)
      and (measurement ->> 'comparison' <> 'between' or cardinality(figures) = 2 and figures[1] <= figures[2])
      and (measurement ->> 'comparison' <> 'multiple-of' or 0 < all (figures))), false)
$$;

-- Whether a text member has its form, or is not there.
create or replace function a11y.is_word_or_none(body jsonb, name text) returns boolean
language sql immutable parallel safe as
$$ select body -> name is null or jsonb_typeof(body -> name) = 'string' and body ->> name <> '' $$;

-- Whether a body is a result of which every member that this version knows is of its form.
create or replace function a11y.is_result(body jsonb) returns boolean language sql immutable parallel safe as $$
  select coalesce(
    a11y.word(body, 'check') is not null and a11y.word(body, 'component') is not null
    and a11y.word(body, 'outcome') in ('pass', 'fail', 'na', 'cant-tell')
    and a11y.is_word_or_none(body, 'audit') and a11y.is_word_or_none(body, 'build')
    and a11y.is_word_or_none(body, 'condition') and a11y.is_word_or_none(body, 'device')
    and a11y.is_word_or_none(body, 'os') and a11y.is_word_or_none(body, 'override')
    and a11y.is_word_or_none(body, 'source') and a11y.is_word_or_none(body, 'tester')
    and (not body ? 'note' or jsonb_typeof(body -> 'note') = 'string')
    and (not body ? 'retest' or body -> 'retest' = 'true')
    and (not body ? 'severity' or body -> 'severity' in ('1', '2', '3', '4'))
    and (not body ? 'text' or a11y.word(body, 'text') ~ '^[0-9a-f]{8}$')
    and (not body ? 'time' or jsonb_typeof(body -> 'time') = 'number')
    and (not body ? 'value' or (
      jsonb_typeof(body -> 'value') = 'object' and (body -> 'value') - array['n', 'text', 'unit'] = '{}'
      and jsonb_typeof(body -> 'value' -> 'n') = 'array' and jsonb_typeof(body -> 'value' -> 'text') = 'string'
      and jsonb_typeof(body -> 'value' -> 'unit') = 'string'
      and not jsonb_path_exists(body -> 'value' -> 'n', 'strict $[*] ? (@.type() != "number")'))), false)
$$;

-- Whether a body names a file that shows what a result says.
create or replace function a11y.is_evidence(body jsonb) returns boolean language sql immutable parallel safe as $$
  select coalesce(
    a11y.word(body, 'check') is not null and a11y.word(body, 'component') is not null
    and jsonb_typeof(body -> 'name') = 'string' and jsonb_typeof(body -> 'type') = 'string'
    and body ->> 'of' ~ '^[0-9a-f]{32}$' and body ->> 'sha256' ~ '^[0-9a-f]{64}$'
    and jsonb_typeof(body -> 'size') = 'number' and body ->> 'size' !~ '^-'
    and (not body ? 'condition' or jsonb_typeof(body -> 'condition') = 'string')
    and (not body ? 'tester' or jsonb_typeof(body -> 'tester') = 'string'), false)
$$;

-- Whether this version knows what a fact says. What is said of children stays a fact and is counted nowhere here; of a
-- header nothing is to be understood.
create or replace function a11y.is_understood(kind text, body jsonb) returns boolean
language sql immutable parallel safe as $$
  select body is null or coalesce(case
    when kind = 'result' then a11y.is_result(body)
    when kind = 'set' then a11y.word(body, 'kind') is not null and a11y.word(body, 'key') is not null
      and jsonb_typeof(body -> 'fields') = 'object'
    when kind in ('delete', 'restore') then a11y.word(body, 'kind') is not null and a11y.word(body, 'key') is not null
    when kind = 'note' then jsonb_typeof(body -> 'component') = 'string' and jsonb_typeof(body -> 'text') = 'string'
    when kind = 'evidence' then a11y.is_evidence(body)
    when kind = 'signal' then jsonb_typeof(body -> 'component') = 'string' and jsonb_typeof(body -> 'check') = 'string'
      and a11y.word(body, 'tool') is not null and a11y.word(body, 'rule') is not null
    else kind in ('erase', 'retract', 'replica', 'session', 'trial', 'contact', 'remark')
  end, false)
$$;

-- Takes the facts of `incoming`, which stand in their runs, into everything that follows from them.
create or replace function a11y.project() returns void language plpgsql as $$
begin
  drop table if exists touched, touched_record, told;
  create temporary table touched (cell bigint primary key) on commit drop;
  create temporary table touched_record
    (kind text collate "C", key text collate "C", primary key (kind, key)) on commit drop;
  create temporary table told on commit drop as
  select id, kind, body from incoming where body is not null and understood;
  analyze told;

  insert into a11y.cell (component, check_id, condition)
  select distinct body ->> 'component', body ->> 'check', coalesce(body ->> 'condition', '')
  from told where kind = 'result' on conflict do nothing;
  drop table if exists build;
  create temporary table build on commit drop as
  select name, a11y.build_rank(name) as rank
  from (select distinct body ->> 'build' as name from told where kind = 'result' and body ? 'build') as named;
  with added as (
    insert into a11y.result
    select facts.id, cell.id, replica, n, run, digest, ms, counter, (b ->> 'time')::bigint,
      b ->> 'outcome', (b ->> 'severity')::int, coalesce(b ->> 'tester', ''), coalesce(b ->> 'build', ''),
      coalesce(b ->> 'source', ''), coalesce(b ->> 'device', ''), coalesce(b ->> 'os', ''),
      coalesce(b ->> 'audit', ''), b ->> 'text', b -> 'value', b ->> 'note', b ? 'retest', b ->> 'pattern',
      build.rank, b ? 'value' and a11y.violates(
        b -> 'value', check_now.measurement, coalesce(b ->> 'condition', ''))
    from (select id, body as b from told where kind = 'result') as told
    join a11y.facts on facts.id = told.id
    join a11y.cell on cell.component = b ->> 'component' and cell.check_id = b ->> 'check'
      and cell.condition = coalesce(b ->> 'condition', '')
    left join build on build.name = b ->> 'build'
    left join a11y.check_now on check_now.id = b ->> 'check' and b ? 'value'
    returning result.cell
  )
  insert into touched select distinct cell from added;

  insert into a11y.register (kind, key, field, fact, value)
  select b ->> 'kind', b ->> 'key', written.field, id, written.value
  from (select id, kind, body as b from told where kind in ('set', 'delete', 'restore')) as edit
  cross join lateral jsonb_each(case edit.kind when 'set' then (b -> 'fields') - '@deleted'
    when 'delete' then '{"@deleted":true}' else '{"@deleted":false}' end) as written (field, value);
  insert into touched_record
  select distinct kind, key from a11y.register where fact in (select id from told);

  insert into a11y.naming
  select id, kind, decode(name, 'hex'), ''
  from told cross join lateral jsonb_array_elements_text(coalesce(body -> 'targets', '[]')) as t (name)
  where kind in ('retract', 'erase')
  union
  select id, kind, '', body ->> 'sitting' from told where kind = 'erase' and body ? 'sitting';

  perform a11y.touch_moved();
  perform a11y.settle_requests();
  perform a11y.settle_erasures();
  perform a11y.settle_retractions();
  perform a11y.refold();
  perform a11y.refold_records();
  if exists (select from incoming) then perform a11y.keep_portfolio(); end if;
end $$;

-- What older facts of which more is known now have to do with: those that see more, and those of replicas that were
-- forked, or of which a fork was settled.
create or replace function a11y.touch_moved() returns void language plpgsql as $$
begin
  if not exists (select from widened) and not exists (select from moved) then return; end if;
  insert into touched
  select cell from a11y.result join (select run, min(n) as n from widened group by run) as wider
    on wider.run = result.run and wider.n <= result.n
  union
  select cell from a11y.result join moved using (replica) on conflict do nothing;
  insert into touched_record
  select distinct register.kind, key from a11y.register join a11y.facts on facts.id = register.fact
  join (select run, min(n) as n from widened group by run) as wider on wider.run = facts.run and wider.n <= facts.n
  on conflict do nothing;
end $$;

-- Who asks for what, among the facts that are here, and by what right.
create or replace function a11y.settle_requests() returns void language plpgsql as $$
begin
  delete from a11y.request;
  insert into a11y.request
  select named.fact, named.target, named.kind,
    coalesce(not asking.signed and (asked.run = asks.run or way.is_clear), false),
    coalesce(not asking.signed and not way.is_clear, false)
  from (
    select naming.fact, target.id as target, naming.kind
    from a11y.naming join a11y.facts as target on substr(target.digest, 1, 16) = naming.name
    where naming.sitting = ''
    union
    select naming.fact, target.id, naming.kind from a11y.naming join a11y.facts as target
      on target.replica = naming.sitting and target.kind in ('session', 'trial', 'contact', 'remark')
    where naming.sitting <> ''
  ) as named
  join a11y.facts as asks on asks.id = named.fact join a11y.run as asking on asking.id = asks.run
  join a11y.facts as asked on asked.id = named.target
  left join descent as way on way.run = asks.run and way.ancestor = asked.run;
end $$;

-- Destroys the content that somebody here decided to destroy: the header stays, and what comes later goes as well.
create or replace function a11y.settle_erasures() returns void language plpgsql as $$
declare
  gone bigint[];
begin
  gone := array(
    select distinct facts.id from a11y.request join a11y.facts on facts.id = request.target
    join a11y.facts as asks on asks.id = request.fact
    join a11y.decision on decision.kind = 'follow' and decision.identity = asks.digest
    where request.kind = 'erase' and not facts.erased and facts.kind not in ('erase', 'retract', 'replica'));
  if cardinality(gone) = 0 then return; end if;
  insert into touched select distinct cell from a11y.result where fact = any (gone) on conflict do nothing;
  insert into touched_record
  select distinct kind, key from a11y.register where fact = any (gone) on conflict do nothing;
  delete from a11y.result where fact = any (gone);
  delete from a11y.register where fact = any (gone);
  update a11y.facts set erased = true, understood = true, line = a11y.header(line, line::jsonb)
  where id = any (gone);
end $$;

-- What is taken back: named by a retraction that is in force (its own chain asks, or it is followed here) and not itself
-- taken back. A retraction names facts by their digests, so none can come before what it names, and going round once
-- for each link of the longest chain settles all.
create or replace function a11y.settle_retractions() returns void language plpgsql as $$
declare
  changed bigint[];
  rounds int := 0;
begin
  drop table if exists asked, back, doubted;
  create temporary table asked on commit drop as
  select request.fact, request.target, is_own or follow.kind is not null as is_in_force,
    is_held_up and follow.kind is null as is_held_up
  from a11y.request join a11y.facts on facts.id = request.fact
  left join a11y.decision as follow on follow.kind = 'follow' and follow.identity = facts.digest
  left join a11y.decision as refuse on refuse.kind = 'refuse' and refuse.identity = facts.digest
  where request.kind = 'retract' and refuse.kind is null;
  create temporary table back (fact bigint primary key) on commit drop;
  analyze asked;
  loop
    changed := array(
      (select target from asked where is_in_force and fact not in (select fact from back) except select fact from back)
      union all
      (select fact from back except
        select target from asked where is_in_force and fact not in (select fact from back)));
    exit when cardinality(changed) = 0 or rounds > 1000000;
    rounds := rounds + 1;
    with old as (delete from back where fact = any (changed) returning fact)
    insert into back select unnest(changed) except select fact from old on conflict do nothing;
  end loop;
  -- In doubt is what its own chain takes back, or back again, but for a fork.
  create temporary table doubted on commit drop as
  select target as fact from asked where is_held_up
  union
  select target from asked
  where is_in_force and fact not in (select fact from back) and fact in (select target from asked where is_held_up);

  changed := array(
    (select fact from back except select fact from a11y.taken_back)
    union all (select fact from a11y.taken_back except select fact from back)
    union all (select fact from doubted except select fact from a11y.in_doubt)
    union all (select fact from a11y.in_doubt except select fact from doubted));
  delete from a11y.taken_back where fact = any (changed) and fact not in (select fact from back);
  insert into a11y.taken_back select fact from back on conflict do nothing;
  delete from a11y.in_doubt where fact = any (changed) and fact not in (select fact from doubted);
  insert into a11y.in_doubt select fact from doubted on conflict do nothing;
  insert into touched select distinct cell from a11y.result where fact = any (changed) on conflict do nothing;
  insert into touched_record
  select distinct kind, key from a11y.register where fact = any (changed) on conflict do nothing;
end $$;

-- Makes everything that follows from the facts and the decisions anew. It changes nothing but by new decisions.
create or replace function a11y.rebuild() returns void language plpgsql as $$
begin
  lock table a11y.facts in share row exclusive mode;
  delete from a11y.result where cell in (select id from a11y.cell);
  delete from a11y.cell;
  delete from a11y.transition;
  delete from a11y.register;
  delete from a11y.naming;
  delete from a11y.taken_back;
  delete from a11y.in_doubt;
  delete from a11y.seen where run in (select id from a11y.run);
  delete from a11y.seen_run where run in (select id from a11y.run);
  delete from a11y.run;
  delete from a11y.awaited;
  drop table if exists incoming;
  create temporary table incoming on commit drop as
  select id, replica, n, digest, ms, prev, fact -> 'saw' as saw, fact -> 'body' as body, erased,
    a11y.is_understood(kind, fact -> 'body') as understood, true as is_new, kind
  from (select *, line::jsonb as fact from a11y.facts offset 0) as facts;
  perform a11y.place();
  update a11y.facts set run = chain.run, understood = incoming.understood
  from chain join incoming using (id) where facts.id = chain.id;
  perform a11y.look();
  perform a11y.project();
end $$;
