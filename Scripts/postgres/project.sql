-- What follows from the facts, kept in step with every bundle. `a11y.rebuild()` makes all of it anew.

-- Observations, one row for each `result` fact of which every member is understood. '' is "not given".
create table if not exists a11y.result (
  fact bigint primary key,
  cell bigint not null,
  replica text collate "C" not null,
  n bigint not null,
  digest bytea not null,
  short text collate "C" not null,      -- first 16 hex digits of the digest: how facts name one another
  ms bigint not null,
  counter bigint not null,
  time bigint,                          -- ms UTC, if the tester said when
  outcome text collate "C" not null,    -- pass, fail, na, cant-tell
  severity int,                         -- 1 critical ... 4 minor
  tester text collate "C" not null, build text collate "C" not null, source text collate "C" not null,
  device text collate "C" not null, os text collate "C" not null, audit text collate "C" not null,
  text_version text,
  value jsonb,
  note text,
  saw text[] not null,
  pattern text                          -- the anti-pattern a failure was filed as
);
alter table a11y.result add column if not exists pattern text;
create index if not exists result_by_cell on a11y.result (cell);

-- Component x check x condition, as it stands. Without an outcome nothing is left of its results.
create table if not exists a11y.cell (
  id bigint generated always as identity primary key,
  component text collate "C" not null, check_id text collate "C" not null, condition text collate "C" not null,
  outcome text collate "C", severity int, disputed boolean not null default false,
  shown bigint, latest bigint,          -- facts
  latest_time bigint, since bigint,     -- ms UTC
  results int not null default 0,
  rivals bigint[] not null default '{}',
  unique (component, check_id, condition)
);

-- The moments at which what a cell shows changed.
create table if not exists a11y.transition (
  cell bigint not null, ordinal int not null, time bigint not null, result bigint not null,
  outcome text collate "C" not null, severity int, disputed boolean not null,
  primary key (cell, ordinal)
);

-- Which fact wrote which field of which record; `live` are the writes that nothing later has seen.
create table if not exists a11y.register (
  kind text collate "C" not null, key text collate "C" not null, field text collate "C" not null,
  fact bigint not null, value jsonb not null, live boolean not null default false, place int,
  primary key (kind, key, field, fact)
);
create index if not exists register_by_fact on a11y.register (fact);

-- Which fact takes back which other, and which asks for the content of which other to be destroyed.
create table if not exists a11y.naming (
  fact bigint not null, kind text not null,
  replica text collate "C" not null, n bigint not null, short text collate "C" not null,
  primary key (kind, replica, n, short, fact)
);
create table if not exists a11y.taken_back (fact bigint primary key);

create or replace function a11y.short(digest bytea) returns text language sql immutable parallel safe as
$$ select encode(substr(digest, 1, 8), 'hex') $$;

-- Whether a body is a result of which every member that this version knows is of its form.
create or replace function a11y.is_result(body jsonb) returns boolean language plpgsql immutable parallel safe as $$
declare
  name text;
begin
  if a11y.word(body, 'check') is null or a11y.word(body, 'component') is null
    or coalesce(a11y.word(body, 'outcome'), '') not in ('pass', 'fail', 'na', 'cant-tell')
  then return false; end if;
  foreach name in array array['audit', 'build', 'condition', 'device', 'os', 'source', 'tester'] loop
    if body ? name and a11y.word(body, name) is null then return false; end if;
  end loop;
  return coalesce(
    (not body ? 'note' or jsonb_typeof(body -> 'note') = 'string')
    and (not body ? 'severity' or body -> 'severity' in ('1', '2', '3', '4'))
    and (not body ? 'text' or a11y.word(body, 'text') ~ '^[0-9a-f]{8}$')
    and (not body ? 'time' or jsonb_typeof(body -> 'time') = 'number')
    and (not body ? 'saw' or a11y.are_short(body -> 'saw'))
    and (not body ? 'value' or (
      jsonb_typeof(body -> 'value') = 'object' and (body -> 'value') - array['n', 'text', 'unit'] = '{}'
      and jsonb_typeof(body -> 'value' -> 'n') = 'array' and jsonb_typeof(body -> 'value' -> 'text') = 'string'
      and jsonb_typeof(body -> 'value' -> 'unit') = 'string'
      and not jsonb_path_exists(body -> 'value' -> 'n', 'strict $[*] ? (@.type() != "number")'))), false);
end $$;

create or replace function a11y.are_short(list jsonb) returns boolean language sql immutable parallel safe as $$
  select jsonb_typeof(list) = 'array' and not exists (
    select from jsonb_array_elements(case when jsonb_typeof(list) = 'array' then list else '[]' end) as e (element)
    where jsonb_typeof(element) <> 'string' or element #>> '{}' !~ '^[0-9a-f]{16}$')
$$;

-- Whether a body names a file that shows what a result says.
create or replace function a11y.is_evidence(body jsonb) returns boolean language sql immutable parallel safe as $$
  select coalesce(
    a11y.word(body, 'check') is not null and a11y.word(body, 'component') is not null
    and jsonb_typeof(body -> 'name') = 'string' and jsonb_typeof(body -> 'type') = 'string'
    and body ->> 'of' ~ '^[0-9a-f]{16}$' and body ->> 'sha256' ~ '^[0-9a-f]{64}$'
    and jsonb_typeof(body -> 'size') = 'number' and body ->> 'size' !~ '^-'
    and (not body ? 'condition' or jsonb_typeof(body -> 'condition') = 'string')
    and (not body ? 'tester' or jsonb_typeof(body -> 'tester') = 'string'), false)
$$;

-- Whether a body names facts: {"targets":[["<replica>",n,"<16 hex>"],...]}.
create or replace function a11y.names_facts(body jsonb) returns boolean language sql immutable parallel safe as $$
  select case when jsonb_typeof(body -> 'targets') = 'array' then jsonb_array_length(body -> 'targets') > 0
    and not exists (
    select from jsonb_array_elements(body -> 'targets') as t (target)
    where coalesce(
      jsonb_typeof(target) <> 'array' or jsonb_array_length(target) <> 3 or jsonb_typeof(target -> 0) <> 'string'
      or jsonb_typeof(target -> 1) <> 'number' or jsonb_typeof(target -> 2) <> 'string'
      or (target ->> 1)::numeric < 1 or target ->> 2 !~ '^[0-9a-f]{16}$', true))
  else false end
$$;

-- Takes the facts of `fresh` into everything that follows from them.
create or replace function a11y.project() returns void language plpgsql as $$
begin
  create temporary table if not exists touched (cell bigint primary key) on commit drop;
  create temporary table if not exists touched_record
    (kind text collate "C", key text collate "C", primary key (kind, key)) on commit drop;
  create temporary table if not exists body (id bigint primary key, kind text collate "C", body jsonb) on commit drop;
  truncate touched, touched_record, body;
  insert into body
  select facts.id, facts.kind, facts.line::jsonb -> 'body' from a11y.facts join fresh on fresh.id = facts.id
  where not facts.erased;
  delete from body where kind = 'result' and not a11y.is_result(body.body)
    or kind in ('retract', 'erase') and not a11y.names_facts(body.body)
    or kind in ('set', 'delete', 'restore')
      and (a11y.word(body.body, 'kind') is null or a11y.word(body.body, 'key') is null)
    or kind = 'set' and jsonb_typeof(body.body -> 'fields') is distinct from 'object'
    or kind = 'note' and (jsonb_typeof(body.body -> 'component') is distinct from 'string'
      or jsonb_typeof(body.body -> 'text') is distinct from 'string')
    or kind = 'evidence' and not a11y.is_evidence(body.body)
    or kind = 'signal' and (a11y.word(body.body, 'component') is null or a11y.word(body.body, 'check') is null
      or a11y.word(body.body, 'tool') is null or a11y.word(body.body, 'rule') is null)
    or kind = 'replica' and jsonb_typeof(body.body -> 'parent') is distinct from 'string'
    or kind not in (
      'result', 'retract', 'erase', 'set', 'delete', 'restore', 'note', 'replica', 'evidence', 'signal');
  analyze body;
  update a11y.facts set understood = true where id in (select id from body) or id in (select id from fresh) and erased;

  insert into a11y.cell (component, check_id, condition)
  select distinct body.body ->> 'component', body.body ->> 'check', coalesce(body.body ->> 'condition', '')
  from body where kind = 'result' on conflict do nothing;
  with added as (
    insert into a11y.result
    select facts.id, cell.id, replica, n, digest, a11y.short(digest), ms, counter, (b ->> 'time')::bigint,
      b ->> 'outcome', (b ->> 'severity')::int, coalesce(b ->> 'tester', ''), coalesce(b ->> 'build', ''),
      coalesce(b ->> 'source', ''), coalesce(b ->> 'device', ''), coalesce(b ->> 'os', ''),
      coalesce(b ->> 'audit', ''), b ->> 'text', b -> 'value', b ->> 'note',
      array(select jsonb_array_elements_text(b -> 'saw')), b ->> 'pattern'
    from (select id, body.body as b from body where kind = 'result') as seen
    join a11y.facts on facts.id = seen.id
    join a11y.cell on cell.component = b ->> 'component' and cell.check_id = b ->> 'check'
      and cell.condition = coalesce(b ->> 'condition', '')
    returning result.cell
  )
  insert into touched select distinct cell from added;

  insert into a11y.register (kind, key, field, fact, value)
  select b ->> 'kind', b ->> 'key', written.field, id, written.value
  from (select id, kind, body.body as b from body where kind in ('set', 'delete', 'restore')) as edit
  cross join lateral jsonb_each(case edit.kind when 'set' then (b -> 'fields') - '@deleted'
    when 'delete' then '{"@deleted":true}' else '{"@deleted":false}' end) as written (field, value);
  insert into touched_record
  select distinct kind, key from a11y.register where fact in (select id from body);

  insert into a11y.naming
  select id, kind, target ->> 0, (target ->> 1)::bigint, target ->> 2
  from body cross join lateral jsonb_array_elements(body.body -> 'targets') as t (target)
  where kind in ('retract', 'erase') on conflict do nothing;

  perform a11y.settle_erasures();
  perform a11y.settle_retractions();
  perform a11y.refold();
  perform a11y.refold_records();
end $$;

-- The facts whose content is to go: named by an `erase` fact of the replica that made them, of one that went on from
-- it, or of a trusted one. What others ask for waits; `v_erasure` shows it.
create or replace view a11y.accepted_erasure as
with recursive went_on (replica, ancestor) as (
  select facts.replica, facts.line::jsonb -> 'body' ->> 'parent' from a11y.facts
  where kind = 'replica' and understood and not erased
  union
  select went_on.replica, older.line::jsonb -> 'body' ->> 'parent'
  from went_on join a11y.facts as older
    on older.kind = 'replica' and older.replica = went_on.ancestor and older.understood and not older.erased
)
select naming.fact, naming.replica, naming.n, naming.short
from a11y.naming join a11y.facts as asking on asking.id = naming.fact
where naming.kind = 'erase' and (
  asking.replica = naming.replica
  or exists (select from went_on where went_on.replica = asking.replica and ancestor = naming.replica)
  or exists (select from a11y.trusted where trusted.replica = asking.replica));

-- Destroys what is to be destroyed: a stub stays, so that the content does not come back.
create or replace function a11y.settle_erasures() returns void language plpgsql as $$
declare
  gone bigint[];
begin
  if not exists (select from a11y.naming where kind = 'erase') then return; end if;
  gone := array(
    select distinct facts.id from a11y.accepted_erasure as asked
    join a11y.facts on facts.replica = asked.replica and facts.n = asked.n and a11y.short(facts.digest) = asked.short
    where not facts.erased and facts.kind not in ('erase', 'retract', 'replica'));
  insert into touched select distinct cell from a11y.result where fact = any (gone) on conflict do nothing;
  insert into touched_record
  select distinct kind, key from a11y.register where fact = any (gone) on conflict do nothing;
  delete from a11y.result where fact = any (gone);
  delete from a11y.register where fact = any (gone);
  update a11y.facts set erased = true, understood = true, line = a11y.canonical(jsonb_build_object(
    'at', jsonb_build_array(ms, counter), 'erased', encode(digest, 'hex'), 'kind', kind, 'n', n, 'prev', prev,
    'r', replica))
  where id = any (gone);
end $$;

-- What is taken back: named by a retraction that is not itself taken back. A retraction names facts by their digests,
-- so none can come before what it names, and going round once for each link of the longest chain settles all.
create or replace function a11y.settle_retractions() returns void language plpgsql as $$
declare
  changed bigint[];
  rounds int := 0;
begin
  create temporary table if not exists named (fact bigint, target bigint) on commit drop;
  create temporary table if not exists back (fact bigint primary key) on commit drop;
  truncate named, back;
  insert into named
  select naming.fact, facts.id from a11y.naming join a11y.facts
    on facts.replica = naming.replica and facts.n = naming.n and a11y.short(facts.digest) = naming.short
  where naming.kind = 'retract';
  analyze named;
  loop
    changed := array(
      (select target from named where fact not in (select fact from back) except select fact from back)
      union all
      (select fact from back except select target from named where fact not in (select fact from back)));
    exit when cardinality(changed) = 0 or rounds > 1000000;
    rounds := rounds + 1;
    with old as (delete from back where fact = any (changed) returning fact)
    insert into back select unnest(changed) except select fact from old on conflict do nothing;
  end loop;
  changed := array(
    (select fact from back except select fact from a11y.taken_back)
    union all (select fact from a11y.taken_back except select fact from back));
  delete from a11y.taken_back where fact = any (changed) and fact not in (select fact from back);
  insert into a11y.taken_back select fact from back on conflict do nothing;
  insert into touched select distinct cell from a11y.result where fact = any (changed) on conflict do nothing;
  insert into touched_record
  select distinct kind, key from a11y.register where fact = any (changed) on conflict do nothing;
end $$;

-- Makes everything that follows from the facts anew. It changes nothing.
create or replace function a11y.rebuild() returns void language plpgsql as $$
begin
  lock table a11y.facts in share row exclusive mode;
  delete from a11y.result;
  delete from a11y.cell;
  delete from a11y.transition;
  delete from a11y.register;
  delete from a11y.naming;
  delete from a11y.taken_back;
  create temporary table if not exists fresh (id bigint primary key) on commit drop;
  truncate fresh;
  insert into fresh select id from a11y.facts;
  perform a11y.project();
end $$;
