-- The facts of one tracker in PostgreSQL: what bundles carry, and how it gets in. PostgreSQL 12 or newer, UTF8.
--
-- A merge is a union of facts. `facts` holds each fact once, under the same name everywhere (replica, n, digest), and
-- taking one in is `insert ... on conflict do nothing`: any order, any number of times. All else follows from `facts`.
-- Every file of this folder may be run again at any time.
create schema if not exists a11y;
comment on schema a11y is 'Accessibility audits: facts of a11y bundles and what follows from them';

-- One row: the tracker whose facts these are. Another tracker has a database of its own.
create table if not exists a11y.tracker (
  id text collate "C" primary key,
  is_only boolean not null default true unique check (is_only)
);

create table if not exists a11y.facts (
  replica text collate "C" not null,   -- the database file that the fact was made in
  n bigint not null check (n > 0),     -- its number there: 1, 2, 3 ...
  digest bytea not null,               -- SHA-256 of the canonical bytes: the identity
  id bigint generated always as identity unique,  -- of this database only
  ms bigint not null,                  -- hybrid clock: milliseconds UTC and a counter
  counter bigint not null,
  kind text collate "C" not null,
  prev text collate "C" not null,      -- first 16 hex digits of the digest of the replica's fact before
  erased boolean not null,             -- only who and when is left
  understood boolean not null default false,  -- false: kept for whoever understands it
  line text collate "C" not null,      -- the canonical bytes, or the stub of an erased fact, as bundles have them
  primary key (replica, n, digest),
  check (octet_length(digest) = 32)
);
create index if not exists facts_but_results on a11y.facts (kind) where kind <> 'result';

-- Replicas whose erasures are followed here whosever facts they name. Empty unless you say so.
create table if not exists a11y.trusted (replica text collate "C" primary key);

-- Optional: the checks as they read now. Only the program has the texts of the built-in checks; without this table no
-- result is stale because its check was rewritten. See `load --checks`.
create table if not exists a11y.check_now (
  id text collate "C" primary key,
  version text not null,               -- first 8 hex digits of the digest of what a tester judges by
  category text collate "C" not null,
  title text not null
);

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

-- Whether the bundle whose lines are in `piece` and whose other members are `header` is as it was written.
create or replace function a11y.is_whole(header jsonb) returns boolean language plpgsql as $$
begin
  return (
    select encode(sha256(
      coalesce(string_agg(sha256(convert_to(line, 'UTF8')), ''::bytea order by ordinal), ''::bytea)
      || sha256(convert_to(a11y.canonical(header - 'facts' - 'digest'), 'UTF8'))), 'hex') = header ->> 'digest'
      and to_jsonb(count(*)) = header -> 'count'
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
  total bigint;
  added bigint;
begin
  lock table a11y.facts in share row exclusive mode;
  create temporary table if not exists piece (ordinal bigint, line text collate "C") on commit drop;
  truncate piece;
  select line into opening from staging where line <> '' order by ordinal limit 1;
  select line into ending from staging where line <> '' order by ordinal desc limit 1;

  -- One fact per line, as the program writes it: the lines are the canonical bytes.
  if opening like '{"%"facts":[' and ending like '],"%}' then
    header := a11y.parsed(opening || ending);
    insert into piece
    select ordinal, rtrim(line, ',') from staging where line like '{%' and line <> opening order by ordinal;
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
      select place, a11y.canonical(fact)
      from jsonb_array_elements(header -> 'facts') with ordinality as f (fact, place);
    end if;
  end if;

  if header ->> 'bundle' is distinct from 'a11y' then
    raise exception '%: not an a11y bundle', name;
  elsif (header ->> 'min_reader')::bigint > 1 then
    raise exception '%: made by a newer a11y, which says that this version cannot read it', name;
  elsif a11y.is_whole(header) is not true then
    raise exception '%: not as it was written: the digest at its end is another', name;
  end if;
  insert into a11y.tracker (id) values (header ->> 'tracker') on conflict do nothing;
  if (select id from a11y.tracker) is distinct from header ->> 'tracker' then
    raise exception '%: of the tracker %, this database holds %', name, header ->> 'tracker',
      (select id from a11y.tracker);
  end if;

  create temporary table if not exists fresh (id bigint primary key) on commit drop;
  truncate fresh;
  select count(*) into total from piece;
  with taken as (
    insert into a11y.facts (replica, n, digest, ms, counter, kind, prev, erased, line)
    select fact ->> 'r', (fact ->> 'n')::bigint,
      case when fact ? 'erased' then decode(fact ->> 'erased', 'hex') else sha256(convert_to(line, 'UTF8')) end,
      (fact -> 'at' ->> 0)::bigint, (fact -> 'at' ->> 1)::bigint, fact ->> 'kind', fact ->> 'prev', fact ? 'erased',
      line
    from (select ordinal, line, line::jsonb as fact from piece) as piece
    order by ordinal
    on conflict do nothing
    returning id
  )
  insert into fresh select id from taken;
  get diagnostics added = row_count;
  perform a11y.project();
  return format('%s: %s facts, %s new%s', name, total, added, case added when 0 then ': all were here already' end);
end $$;
