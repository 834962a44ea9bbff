-- The facts of bundles where they lie, each once. Set the files before: a list of names or patterns.
--
--   set variable bundles = ['exchange/**/*.a11y.json'];
--   .read Scripts/duckdb/facts.sql
--
-- Bundles must be in the layout in which a11y writes them, one fact per line; `query` sees to it where a JSON tool has
-- laid one out differently. Nothing is written but tables of this session.

create or replace temporary table bundle_line as
select filename, ordinal, rtrim(line, chr(13)) as line from (
  select filename, unnest(string_split(content, chr(10))) as line,
    generate_subscripts(string_split(content, chr(10)), 1) as ordinal
  from read_text(getvariable('bundles'))
) where line not in ('', chr(13));

-- What each bundle says of itself: its first and its last line are the document without the facts.
create or replace temporary table bundle as
select filename, case when first like '{"%"facts":[' and last like '],"%}' and json_valid(first || last)
  then (first || last)::json end as header
from (
  select filename, arg_min(line, ordinal) as first, arg_max(line, ordinal) as last from bundle_line group by filename
);
select error(filename || ': no bundle, not all of one, or not one fact per line') from bundle where header is null;
select error(filename || ': made by a newer a11y') from bundle where (header ->> 'min_reader')::bigint > 1;
select error('bundles of more than one tracker: ' || list(distinct header ->> 'tracker')::text) from bundle
having count(distinct header ->> 'tracker') > 1;

create or replace temporary table fact_line as
select filename, ordinal, rtrim(line, ',') as line, sha256(rtrim(line, ',')) as digest
from bundle_line where line like '{"at":%';

-- Nothing in a bundle can change unseen: its digest is over those of its lines and that of all else.
select error(filename || ': not as it was written: the digest at its end is another') from (
  select bundle.filename, header ->> 'digest' as said, (header ->> 'count')::bigint as count, (
    select '{' || string_agg(
      to_json(name)::varchar || ':' || json_extract(header, '$."' || name || '"')::varchar, ',' order by name) || '}'
    from (select unnest(json_keys(header)) as name) where name not in ('facts', 'digest')) as rest,
    coalesce(lines.digests, '') as digests, coalesce(lines.count, 0) as found
  from bundle left join (
    select filename, string_agg(digest, '' order by ordinal) as digests, count(*) as count
    from fact_line group by filename
  ) as lines using (filename)
) where sha256(unhex(digests || sha256(rest))) <> said or found <> count;

-- One row for each fact, under its name everywhere: replica, n, digest. A stub of an erased fact gives way to the fact.
create or replace temporary table stored as
select row_number() over (order by replica, n, digest) as id, * from (
  select distinct on (replica, n, digest) fact ->> 'r' as replica, (fact ->> 'n')::bigint as n,
    coalesce(fact ->> 'erased', digest) as digest, left(coalesce(fact ->> 'erased', digest), 16) as short,
    (fact ->> '$.at[0]')::bigint as ms, (fact ->> '$.at[1]')::bigint as counter, fact ->> 'kind' as kind,
    fact ->> 'prev' as prev, (fact ->> 'erased') is not null as erased, line, fact -> 'body' as body
  from (select line, digest, line::json as fact from fact_line)
  order by replica, n, digest, erased
);

create or replace macro word(body, name) as
  case when json_type(body, '$.' || name) = 'VARCHAR' then nullif(body ->> name, '') end;
create or replace macro is_word_or_none(body, name) as
  json_type(body, '$.' || name) is null or word(body, name) is not null;
create or replace macro are_short(list) as
  json_type(list) = 'ARRAY'
  and len([x for x in json_extract_string(list, '$[*]') if regexp_full_match(x, '[0-9a-f]{16}')])
    = json_array_length(list);
create or replace macro is_number(body, path) as json_type(body, path) in ('UBIGINT', 'BIGINT', 'HUGEINT', 'DOUBLE');
-- Whether a body is a result of which every member that this version knows is of its form.
create or replace macro is_result(body) as coalesce(
  word(body, 'check') is not null and word(body, 'component') is not null
  and word(body, 'outcome') in ('pass', 'fail', 'na', 'cant-tell')
  and is_word_or_none(body, 'audit') and is_word_or_none(body, 'build') and is_word_or_none(body, 'condition')
  and is_word_or_none(body, 'device') and is_word_or_none(body, 'os') and is_word_or_none(body, 'source')
  and is_word_or_none(body, 'tester')
  and (json_type(body, '$.note') is null or json_type(body, '$.note') = 'VARCHAR')
  and (json_type(body, '$.severity') is null
    or is_number(body, '$.severity') and (body ->> 'severity') in ('1', '2', '3', '4'))
  and (json_type(body, '$.text') is null or regexp_full_match(word(body, 'text'), '[0-9a-f]{8}'))
  and (json_type(body, '$.time') is null or is_number(body, '$.time'))
  and (json_type(body, '$.saw') is null or are_short(body -> 'saw'))
  and (json_type(body, '$.value') is null or json_type(body, '$.value') = 'OBJECT'
    and list_sort(json_keys(body, '$.value')) = ['n', 'text', 'unit'] and json_type(body, '$.value.n') = 'ARRAY'
    and json_type(body, '$.value.text') = 'VARCHAR' and json_type(body, '$.value.unit') = 'VARCHAR'), false);
-- Whether a body names facts: {"targets":[["<replica>",n,"<16 hex>"],...]}.
create or replace macro names_facts(body) as coalesce(
  json_type(body, '$.targets') = 'ARRAY' and json_array_length(body, '$.targets') > 0
  and len([t for t in json_extract(body, '$.targets[*]') if json_type(t) = 'ARRAY' and json_array_length(t) = 3
    and json_type(t, '$[0]') = 'VARCHAR' and is_number(t, '$[1]') and json_extract_string(t, '$[1]')::double >= 1
    and regexp_full_match(json_extract_string(t, '$[2]'), '[0-9a-f]{16}')])
    = json_array_length(body, '$.targets'), false);
-- Whether a body names a file that shows what a result says.
create or replace macro is_evidence(body) as coalesce(
  word(body, 'check') is not null and word(body, 'component') is not null
  and json_type(body, '$.name') = 'VARCHAR' and json_type(body, '$.type') = 'VARCHAR'
  and json_type(body, '$.of') = 'VARCHAR' and regexp_full_match(json_extract_string(body, '$.of'), '[0-9a-f]{16}')
  and json_type(body, '$.sha256') = 'VARCHAR'
  and regexp_full_match(json_extract_string(body, '$.sha256'), '[0-9a-f]{64}')
  and is_number(body, '$.size') and regexp_full_match(json_extract_string(body, '$.size'), '[0-9]+')
  and (json_type(body, '$.condition') is null or json_type(body, '$.condition') = 'VARCHAR')
  and (json_type(body, '$.tester') is null or json_type(body, '$.tester') = 'VARCHAR'), false);
create or replace macro is_understood(kind, body) as coalesce(case
  when kind = 'result' then is_result(body)
  when kind in ('retract', 'erase') then names_facts(body)
  when kind = 'set' then word(body, 'kind') is not null and word(body, 'key') is not null
    and json_type(body, '$.fields') = 'OBJECT'
  when kind in ('delete', 'restore') then word(body, 'kind') is not null and word(body, 'key') is not null
  when kind = 'note' then json_type(body, '$.component') = 'VARCHAR' and json_type(body, '$.text') = 'VARCHAR'
  when kind = 'evidence' then is_evidence(body)
  when kind = 'signal' then word(body, 'component') is not null and word(body, 'check') is not null
    and word(body, 'tool') is not null and word(body, 'rule') is not null
  when kind = 'replica' then json_type(body, '$.parent') = 'VARCHAR' end, false);

-- Which fact takes back which other, and which asks for the content of which other to be destroyed.
create or replace temporary table naming as
select id as fact, kind, target ->> '$[0]' as replica, (target ->> '$[1]')::bigint as n, target ->> '$[2]' as short
from (
  select id, kind, unnest(body -> '$.targets[*]') as target from stored
  where kind in ('retract', 'erase') and not erased and names_facts(body)
);

-- Erasures that are followed: asked for by the replica that made the fact, or by one that went on from it.
create or replace temporary table accepted_erasure as
with recursive went_on (replica, ancestor) as (
  select replica, word(body, 'parent') from stored where kind = 'replica' and word(body, 'parent') is not null
  union
  select went_on.replica, word(older.body, 'parent') from went_on join stored as older
    on older.kind = 'replica' and older.replica = went_on.ancestor and word(older.body, 'parent') is not null
)
select naming.* from naming join stored as asking on asking.id = naming.fact
where naming.kind = 'erase' and (asking.replica = naming.replica or exists (
  from went_on where went_on.replica = asking.replica and went_on.ancestor = naming.replica));

create or replace temporary table facts as
select * exclude (erased, body), erased or gone as erased, case when not gone then body end as body,
  erased or gone or is_understood(kind, body) as understood
from (
  select stored.*, asked.short is not null and kind not in ('erase', 'retract', 'replica') as gone
  from stored left join (select distinct replica, n, short from accepted_erasure) as asked using (replica, n, short)
);
