-- The facts of trackers in PostgreSQL: what bundles carry, and how it gets in. PostgreSQL 12 or newer, UTF8.
--
-- A merge is a union of facts. `facts` holds each fact once, under the same name everywhere (replica, n, identity), and
-- taking one in adds it or does nothing: any order, any number of times. All else follows from `facts` and from what was
-- decided in this database. Every file of this folder may be run again at any time.
--
-- A database holds one tracker, or several that never mix: what differs from tracker to tracker is in tables `all_...`
-- with the tracker as a column, and all else asks views of the same names that show the tracker at hand. With several
-- trackers the setting `a11y.tracker` says which it is, and v_portfolio shows all of them.
create schema if not exists a11y;
comment on schema a11y is 'Accessibility audits: facts of a11y bundles and what follows from them';

-- Facts as they were made before have other identities. Nothing can be carried over, and nothing is dropped unasked.
do $$ begin
  if to_regclass('a11y.trusted') is not null then
    raise exception 'this database holds facts of an earlier form: drop schema a11y cascade, then load the bundles again';
  end if;
end $$;

-- What was made for one tracker before: it goes on as the first of several.
do $$
declare
  held record;
begin
  if to_regclass('a11y.all_facts') is not null or to_regclass('a11y.facts') is null then return; end if;
  alter table a11y.tracker add column number int not null default 1 unique, drop column if exists is_only;
  alter table a11y.tracker alter column number drop default;
  for held in select * from (values
    ('facts', 'facts_pkey', 'replica, n, digest'), ('cell', 'cell_component_check_id_condition_key', null),
    ('transition', 'transition_pkey', 'cell, ordinal'), ('register', 'register_pkey', 'kind, key, field, fact'),
    ('naming', 'naming_pkey', 'fact, name, sitting'), ('request', 'request_pkey', 'fact, target'),
    ('taken_back', 'taken_back_pkey', 'fact'), ('in_doubt', 'in_doubt_pkey', 'fact'), ('run', null, null),
    ('awaited', 'awaited_pkey', 'name, run, n'), ('check_now', 'check_now_pkey', 'id'),
    ('scope_now', 'scope_now_pkey', 'component, check_id, condition'), ('scope_told', 'scope_told_pkey', 'told')
  ) as h (name, key, columns) loop
    continue when to_regclass('a11y.' || held.name) is null;
    execute format('alter table a11y.%I rename to %I', held.name, 'all_' || held.name);
    execute format('alter table a11y.%I add column tracker int not null default %s', 'all_' || held.name,
      case held.name when 'check_now' then 0 else 1 end);
    if held.key is not null then
      execute format('alter table a11y.%I drop constraint %I', 'all_' || held.name, held.key);
    end if;
    if held.columns is not null then
      execute format('alter table a11y.%I add primary key (tracker, %s)', 'all_' || held.name, held.columns);
    end if;
  end loop;
  alter table a11y.all_cell add unique (tracker, component, check_id, condition);
  drop index if exists a11y.facts_but_results, a11y.run_by_start;
end $$;

-- The trackers whose facts these are, and the small number that each has here.
create table if not exists a11y.tracker (
  number int not null unique,
  id text collate "C" primary key
);

-- The tracker at hand: the one of the setting `a11y.tracker`, else the only one, even before it has come.
-- Who may read a view need not be allowed to read this table.
create or replace function a11y.this() returns int
language plpgsql stable security definer set search_path = a11y, pg_temp as $$
declare
  named text := current_setting('a11y.tracker', true);
  found int[];
begin
  found := array(select number from a11y.tracker where named is null or named in ('', id) limit 2);
  if cardinality(found) = 1 then return found[1]; end if;
  if named <> '' then raise exception 'this database holds no tracker %: see a11y.v_portfolio', named; end if;
  if cardinality(found) = 0 then return 1; end if;
  raise exception 'this database holds several trackers: set a11y.tracker to one of them, or ask a11y.v_portfolio';
end $$;

-- The view that shows of a table `all_...` the tracker at hand, and takes in what is written for it.
create or replace function a11y.show_this(name text) returns void language plpgsql as $$
begin
  execute format('alter table a11y.%I alter column tracker set default a11y.this()', 'all_' || name);
  execute (
    select format('create or replace view a11y.%I as select %s from a11y.%I where tracker = (select a11y.this())',
      name, string_agg(quote_ident(attname), ', ' order by attnum), 'all_' || name)
    from pg_attribute
    where attrelid = ('a11y.all_' || name)::regclass and attnum > 0 and not attisdropped and attname <> 'tracker');
end $$;

-- Small numbers for facts and runs, of this database only.
create sequence if not exists a11y.ids;

create table if not exists a11y.all_facts (
  replica text collate "C" not null,   -- the database file that the fact was made in
  n bigint not null check (n > 0),     -- its number there: 1, 2, 3 ...
  digest bytea not null,               -- SHA-256 of the canonical header: the identity. Its first 16 bytes name the fact
  id bigint not null unique,
  ms bigint not null,                  -- hybrid clock: milliseconds UTC and a counter
  counter bigint not null,
  kind text collate "C" not null,
  prev bytea not null,                 -- the name of the replica's fact before; empty for its first
  run bigint,                          -- see sees.sql
  erased boolean not null,             -- only the header is here: the content was destroyed, or has not come yet
  understood boolean not null,         -- false: kept for whoever understands it
  line text collate "C" not null,      -- the canonical bytes, or the header alone, as bundles have them
  tracker int not null,
  primary key (tracker, replica, n, digest),
  check (octet_length(digest) = 32)
);
create index if not exists facts_but_results on a11y.all_facts (tracker, kind) where kind <> 'result';
create index if not exists facts_by_name on a11y.all_facts (substr(digest, 1, 16));
select a11y.show_this('facts');

-- What was decided here about what others ask for; it is in no bundle. Requests to erase or to take back are followed or
-- refused, and of a replica that was forked the branch of a head goes on. After a change: select a11y.rebuild(), which
-- makes the tracker at hand anew.
-- Signatures are checked by the program alone: nothing counts as signed here, so a chain whose first fact names a key
-- speaks for nobody, and what it asks for waits.
create table if not exists a11y.decision (
  kind text not null check (kind in ('follow', 'refuse', 'branch')),
  identity bytea not null check (octet_length(identity) = 32),  -- see v_erasure, v_retraction
  primary key (kind, identity)
);

-- Optional: the checks as they read now. Only the program has the texts of the built-in checks; without this table no
-- result is stale because its check was rewritten, no value contradicts what was said, and a failure that no tester
-- rated counts as serious. See `load --checks`. Those of tracker 0 are for all that have none of their own.
create table if not exists a11y.all_check_now (
  id text collate "C" not null,
  version text not null,               -- first 8 hex digits of the digest of what a tester judges by
  category text collate "C" not null,
  title text not null,
  measurement jsonb,                   -- what is measured, and the figure that decides
  impact text,                         -- how bad a failure is that no tester rated
  tracker int not null,
  primary key (tracker, id)
);
create or replace view a11y.check_now as
select id, version, category, title, measurement, impact from a11y.all_check_now
where tracker = (
  select coalesce(max(of_this.tracker), 0) from a11y.all_check_now as of_this where of_this.tracker = a11y.this());

-- Optional: the cells that the plan of the tracker asks for, tested or not, and the tested ones that count beside them.
-- Only the program knows which checks apply to what; without this table every cell with a result counts, and none is
-- untested. See `load --scope`.
create table if not exists a11y.all_scope_now (
  component text collate "C" not null, check_id text collate "C" not null, condition text collate "C" not null,
  stale text,                          -- why its result no longer speaks for today: what the program alone can tell
  tracker int not null,
  primary key (tracker, component, check_id, condition)
);
select a11y.show_this('scope_now');

-- A row once the plan was told: a plan that asks for nothing is not the same as no word about one.
create table if not exists a11y.all_scope_told (told boolean not null, tracker int not null, primary key (tracker, told));
select a11y.show_this('scope_told');

-- The canonical text of a value: keys sorted by their bytes, no white space, the shortest escapes.
create or replace function a11y.canonical(value jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return case jsonb_typeof(value)
    when 'object' then '{' || coalesce((
      select string_agg(to_json(key)::text || ':' || a11y.canonical(member), ',' order by key collate "C")
      from jsonb_each(value) as o (key, member)), '') || '}'
    when 'array' then '[' || coalesce((
      select string_agg(a11y.canonical(element), ',' order by place)
      from jsonb_array_elements(value) with ordinality as a (element, place)), '') || ']'
    else value::text
  end;
end $$;

create or replace function a11y.parsed(document text) returns jsonb language plpgsql immutable as $$
begin
  return document::jsonb;
exception when others then
  return null;
end $$;

create or replace function a11y.instant(ms bigint) returns timestamptz language sql immutable parallel safe as
$$ select timestamptz 'epoch' + ms / 1000 * interval '1 second' + ms % 1000 * interval '1 millisecond' $$;

-- The text of a member; null where there is none, or where it is empty or no text.
create or replace function a11y.word(body jsonb, name text) returns text language sql immutable parallel safe as
$$ select case when jsonb_typeof(body -> name) = 'string' then nullif(body ->> name, '') end $$;

-- The canonical header of a fact, whose SHA-256 is the identity: the commitment `c`, which is the SHA-256 of salt and
-- body, stands in their place. `line` is canonical, so the bytes of the body are what is left between the others.
create or replace function a11y.header(line text, fact jsonb) returns text
language plpgsql immutable parallel safe as $$
declare
  opening text := '{"at":[' || (fact -> 'at' ->> 0) || ',' || (fact -> 'at' ->> 1) || '],';
  kind text := ',"kind":' || (fact -> 'kind')::text || ',"n":' || (fact ->> 'n') || ',"prev":"' || (fact ->> 'prev')
    || '","r":"' || (fact ->> 'r') || '"';
  salt text := fact ->> 'salt';
  saw text := ',"saw":' || replace((fact -> 'saw')::text, ' ', '') || '}';
  before int := length(opening) + length('"body":');
  behind int := length(kind) + coalesce(length(salt) + length(',"salt":""'), 0) + length(saw);
begin
  if fact ? 'c' then return line; end if;
  return opening || '"c":"' || encode(sha256(
    coalesce(decode(salt, 'hex'), '') || convert_to(substr(line, before + 1, length(line) - before - behind), 'UTF8')),
    'hex') || '"' || kind || saw;
end $$;

-- A list of names of facts: 32 hex digits each.
create or replace function a11y.are_names(list jsonb) returns boolean language sql immutable parallel safe as
$$ select jsonb_typeof(list) = 'array' and list::text ~ '^\[("[0-9a-f]{32}"(, )?)*\]$' $$;

-- The bodies of control kinds are closed: they decide what goes, so there is nothing in them for a later version.
create or replace function a11y.is_control(kind text, body jsonb) returns boolean
language sql immutable parallel safe as $$
  select coalesce(
    (not body ? 'by' or jsonb_typeof(body -> 'by') = 'string' and octet_length(body ->> 'by') <= 64)
    and (not body ? 'targets' or a11y.are_names(body -> 'targets') and body -> 'targets' <> '[]')
    and case kind
      when 'replica' then body - array['parent', 'signer'] = '{}' and body <> '{}'
        and (not body ? 'parent' or a11y.word(body, 'parent') ~ '^[a-z0-9]{8,40}$')
        and (not body ? 'signer' or a11y.word(body, 'signer') ~ '^SHA256:[A-Za-z0-9+/]{43}$')
      when 'retract' then body - array['by', 'deletes', 'targets'] = '{}' and body ? 'targets'
        and (not body ? 'deletes' or body -> 'deletes' = 'true')
      when 'erase' then body - array['by', 'reason', 'sitting', 'targets'] = '{}' and body ?| array['sitting', 'targets']
        and a11y.word(body, 'reason') in ('withdrawn', 'personal', 'mistake', 'retention', 'legal', 'other')
        and (not body ? 'sitting' or a11y.word(body, 'sitting') ~ '^[a-z0-9]{8,40}$')
    end, false)
$$;

-- Why a fact is refused, and with it its bundle; null where it is taken.
create or replace function a11y.problem(fact jsonb) returns text language sql immutable parallel safe as $$
  select case
    when (
      a11y.are_names(fact -> 'saw') and fact ->> 'r' ~ '^[a-z0-9]{8,40}$' and fact ->> 'prev' ~ '^([0-9a-f]{32})?$'
      and jsonb_typeof(fact -> 'kind') = 'string' and jsonb_typeof(fact -> 'at') = 'array'
      and jsonb_array_length(fact -> 'at') = 2) is not true
    then 'a member is missing or not of its form'
    when fact ->> 'kind' in ('erase', 'retract', 'replica') then case
      when fact ? 'c' then 'only the header of a request, which is never left out'
      when fact - array['at', 'body', 'kind', 'n', 'prev', 'r', 'saw'] <> '{}' then 'a member that no request has'
      when not a11y.is_control(fact ->> 'kind', fact -> 'body') then 'a request that has not its form'
    end
    when fact ? 'c' then case
      when fact - array['at', 'c', 'kind', 'n', 'prev', 'r', 'saw'] <> '{}' then 'a member that no header has'
      when (fact ->> 'c' ~ '^[0-9a-f]{64}$') is not true then 'a commitment that has not its form'
    end
    when fact - array['at', 'body', 'kind', 'n', 'prev', 'r', 'salt', 'saw'] <> '{}' then 'a member that no fact has'
    when jsonb_typeof(fact -> 'body') is distinct from 'object' then 'no body'
    when (fact ->> 'salt' ~ '^[0-9a-f]{32}$') is not true then 'a salt of another length'
  end
$$;

-- Whether the bundle whose facts are in `piece` and whose other members are `header` is as it was written.
create or replace function a11y.is_whole(header jsonb) returns boolean language plpgsql as $$
begin
  return (
    select encode(sha256(
      coalesce(string_agg(case when fact ? 'c' then sha256(digest || 'stub') else digest end, ''::bytea
        order by ordinal), ''::bytea)
      || sha256(convert_to(a11y.canonical(header - 'facts' - 'digest'), 'UTF8'))), 'hex') = header ->> 'digest'
      and to_jsonb(count(digest)) = header -> 'count'
    from piece);
end $$;

-- Takes in the bundle whose lines stand in the temporary table `staging` (see `load`), in the caller's transaction.
-- Returns a sentence about it; a bundle that is damaged, incomplete or of another tracker is an error.
create or replace function a11y.take(name text) returns text language plpgsql as $$
declare
  opening text;
  ending text;
  header jsonb;
  whole text;
  refused text;
  added bigint;
begin
  lock table a11y.facts in share row exclusive mode;
  create temporary table if not exists piece (ordinal bigint, line text collate "C", fact jsonb, digest bytea)
    on commit drop;
  truncate piece;
  select line into opening from staging where line <> '' order by ordinal limit 1;
  select line into ending from staging where line <> '' order by ordinal desc limit 1;

  -- One fact per line, as the program writes it: the lines are the canonical bytes.
  if opening like '{"%"facts":[' and ending like '],"%}' then
    begin
      header := a11y.parsed(opening || ending);
      insert into piece
      select ordinal, line, fact, sha256(convert_to(a11y.header(line, fact), 'UTF8')) from (
        select ordinal, line, line::jsonb as fact from (
          select ordinal, rtrim(line, ',') as line from staging where line like '{%' and line <> opening
          order by ordinal) as trimmed
        offset 0) as read;
    exception when data_exception then
      header := null;
    end;
  end if;
  -- Any other layout, such as that of a JSON tool: read as one document and written out again.
  if header is null or a11y.is_whole(header) is not true then
    truncate piece;
    select string_agg(line, E'\n' order by ordinal) into whole from staging;
    header := a11y.parsed(whole);
    if header is null or jsonb_typeof(header) <> 'object' then
      raise exception '%: no JSON, or not all of it: it may still be on its way', name;
    end if;
    if jsonb_typeof(header -> 'facts') = 'array' then
      insert into piece
      select place, a11y.canonical(fact), fact
      from jsonb_array_elements(header -> 'facts') with ordinality as f (fact, place);
      update piece set digest = sha256(convert_to(a11y.header(line, fact), 'UTF8')) where a11y.problem(fact) is null;
    end if;
  end if;

  if header ->> 'bundle' is distinct from 'a11y' then
    raise exception '%: not an a11y bundle', name;
  elsif (header ->> 'min_reader')::bigint > 1 then
    raise exception '%: made by a newer a11y, which says that this version cannot read it', name;
  end if;
  select format('%s-%s: %s', fact ->> 'r', fact ->> 'n', a11y.problem(fact)) into refused
  from piece where a11y.problem(fact) is not null order by ordinal limit 1;
  if refused is not null then
    raise exception '%: refused for the fact %', name, refused;
  elsif a11y.is_whole(header) is not true then
    raise exception '%: not as it was written: the digest at its end is another', name;
  end if;
  if not exists (select from a11y.tracker where id = header ->> 'tracker') then
    -- Another tracker than those that are here comes in where that is asked for.
    if current_setting('a11y.any_tracker', true) is distinct from 'on' and exists (select from a11y.tracker) then
      raise exception '%: of the tracker %, this database holds %; load it with --any-tracker', name,
        header ->> 'tracker', (select string_agg(id, ', ') from (select id from a11y.tracker limit 3) as few);
    end if;
    insert into a11y.tracker (number, id)
    select coalesce(max(number), 0) + 1, header ->> 'tracker' from a11y.tracker;
  end if;
  perform set_config('a11y.tracker', header ->> 'tracker', true);

  -- What is new here: facts, and the content of those whose header alone was here.
  drop table if exists incoming;
  create temporary table incoming on commit drop as
  select distinct on (replica, n, digest) coalesce(here.id, nextval('a11y.ids')) as id, replica, n, digest,
    (fact -> 'at' ->> 0)::bigint as ms, (fact -> 'at' ->> 1)::bigint as counter, fact ->> 'kind' as kind,
    decode(fact ->> 'prev', 'hex') as prev, fact -> 'saw' as saw, fact -> 'body' as body, fact ? 'c' as erased,
    a11y.is_understood(fact ->> 'kind', fact -> 'body') as understood, here.id is null as is_new, piece.line
  from (select *, fact ->> 'r' as replica, (fact ->> 'n')::bigint as n from piece) as piece
  left join (select replica, n, digest, id, erased from a11y.facts) as here using (replica, n, digest)
  where here.id is null or here.erased and not fact ? 'c'
  order by replica, n, digest, erased;
  get diagnostics added = row_count;
  perform a11y.absorb();
  return format('%s: %s facts, %s new%s', name, (select count(*) from piece), added,
    case added when 0 then ': all were here already' end);
end $$;

-- Takes the checks as they read now, which `load` has put into the temporary table `checks`: of the tracker that is set,
-- else of all that have none of their own.
create or replace function a11y.take_checks() returns void language plpgsql as $$
declare
  mine int := case when current_setting('a11y.tracker', true) <> '' then a11y.this() else 0 end;
  one record;
begin
  lock table a11y.facts in share row exclusive mode;
  delete from a11y.all_check_now where tracker = mine;
  insert into a11y.all_check_now (id, version, category, title, measurement, impact, tracker)
  select id, version, category, title, measurement, impact, mine from checks;
  for one in select id from a11y.tracker where mine in (0, number) order by number loop
    perform set_config('a11y.tracker', one.id, true);
    drop table if exists touched;
    create temporary table touched (cell bigint primary key) on commit drop;
    with changed as (
      update a11y.result set violates = not violates
      from a11y.cell left join a11y.check_now on check_now.id = cell.check_id
      where cell.id = result.cell and value is not null and violates <> a11y.violates(value, measurement, condition)
      returning result.cell
    )
    insert into touched select distinct cell from changed;
    perform a11y.descend();
    perform a11y.refold();
    perform a11y.keep_portfolio();
  end loop;
end $$;

-- Takes the cells that count, which `load` has put into the temporary table `scope`.
create or replace function a11y.take_scope() returns void language plpgsql as $$
begin
  lock table a11y.facts in share row exclusive mode;
  delete from a11y.scope_now;
  insert into a11y.scope_now select component, check_id, condition, stale from scope;
  insert into a11y.scope_told values (true) on conflict do nothing;
  perform a11y.keep_portfolio();
end $$;
