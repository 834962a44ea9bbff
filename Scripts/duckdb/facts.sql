-- The facts of bundles where they lie, each once. `query` sets the files before, `bundles`: a list of names or patterns.
-- They are in the layout in which a11y writes them, one fact per line; `query` sees to it where a JSON tool has laid one
-- out differently. Nothing is written but tables of this session.

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

-- The members of each line, as they are spelled: a fact with its content, or the header of one (`c` for `body` and
-- `salt`). What has another form is refused, and so is its bundle.
create or replace temporary table fact_line as
select filename, ordinal, line, regexp_extract(line, '^\{"at":\[(-?\d+),(\d+)\],'
    || '"(?:body":(\{.*\})|c":"([0-9a-f]{64})"),"kind":"((?:[^"\\]|\\.)*)","n":(\d+),"prev":"((?:[0-9a-f]{32})?)",'
    || '"r":"([a-z0-9]{8,40})"(?:,"salt":"([0-9a-f]{32})")?,"saw":(\[(?:"[0-9a-f]{32}"(?:,"[0-9a-f]{32}")*)?\])\}$',
  ['ms', 'counter', 'body', 'c', 'kind', 'n', 'prev', 'r', 'salt', 'saw']) as said
from (select filename, ordinal, rtrim(line, ',') as line from bundle_line where line like '{"at":%');

create or replace macro word(body, name) as
  case when json_type(body, '$.' || name) = 'VARCHAR' then nullif(body ->> name, '') end;
create or replace macro is_number(body, path) as json_type(body, path) in ('UBIGINT', 'BIGINT', 'HUGEINT', 'DOUBLE');
create or replace macro is_word_or_none(body, name) as
  json_type(body, '$.' || name) is null or word(body, name) is not null;
-- A list of names of facts: 32 hex digits each.
create or replace macro are_names(list) as
  regexp_full_match(list::varchar, '\[("[0-9a-f]{32}"(,"[0-9a-f]{32}")*)?\]');
create or replace macro has_only(body, names) as list_has_all(names, json_keys(body));
-- The bodies of control kinds are closed: they decide what goes, so there is nothing in them for a later version.
create or replace macro is_control(kind, body) as coalesce(
  (json_type(body, '$.by') is null or json_type(body, '$.by') = 'VARCHAR' and strlen(body ->> 'by') <= 64)
  and (json_type(body, '$.targets') is null
    or are_names(json_extract(body, '$.targets')) and json_array_length(body, '$.targets') > 0)
  and case kind
    when 'replica' then has_only(body, ['parent', 'signer']) and len(json_keys(body)) > 0
      and (json_type(body, '$.parent') is null or regexp_full_match(word(body, 'parent'), '[a-z0-9]{8,40}'))
      and (json_type(body, '$.signer') is null
        or regexp_full_match(word(body, 'signer'), 'SHA256:[A-Za-z0-9+/]{43}'))
    when 'retract' then has_only(body, ['by', 'deletes', 'targets']) and json_type(body, '$.targets') is not null
      and (json_type(body, '$.deletes') is null or (body -> '$.deletes')::varchar = 'true')
    when 'erase' then has_only(body, ['by', 'reason', 'sitting', 'targets'])
      and (json_type(body, '$.targets') is not null or json_type(body, '$.sitting') is not null)
      and word(body, 'reason') in ('withdrawn', 'personal', 'mistake', 'retention', 'legal', 'other')
      and (json_type(body, '$.sitting') is null or regexp_full_match(word(body, 'sitting'), '[a-z0-9]{8,40}'))
  end, false);
select error(filename || ': refused for a fact that has not its form: ' || left(line, 120)) from fact_line
where said.r = '' or said.c = '' and not json_valid(said.body)
  or case when said.kind in ('erase', 'retract', 'replica')
    then said.c <> '' or said.salt <> '' or not is_control(said.kind, said.body::json)
    else (said.c = '') <> (said.salt <> '') end;

-- The identity is the SHA-256 of the header, in which the commitment stands for salt and body.
create or replace temporary table identified as
select filename, ordinal, line, said, sha256(
  '{"at":[' || said.ms || ',' || said.counter || '],"c":"'
  || case said.c when '' then sha256(unhex(said.salt) || encode(said.body)) else said.c end || '","kind":"' || said.kind
  || '","n":' || said.n || ',"prev":"' || said.prev || '","r":"' || said.r || '","saw":' || said.saw || '}') as digest
from fact_line;

-- Nothing in a bundle can change unseen: its digest is over those of its facts and that of all else.
select error(filename || ': not as it was written: the digest at its end is another') from (
  select bundle.filename, header ->> 'digest' as said, (header ->> 'count')::bigint as count, (
    select '{' || string_agg(
      to_json(name)::varchar || ':' || json_extract(header, '$."' || name || '"')::varchar, ',' order by name) || '}'
    from (select unnest(json_keys(header)) as name) where name not in ('facts', 'digest')) as rest,
    coalesce(lines.digests, '') as digests, coalesce(lines.count, 0) as found
  from bundle left join (
    select filename, string_agg(
      case said.c when '' then digest else sha256(unhex(digest) || encode('stub')) end, '' order by ordinal) as digests,
      count(*) as count
    from identified group by filename
  ) as lines using (filename)
) where sha256(unhex(digests || sha256(rest))) <> said or found <> count;

-- One row for each fact, under its name everywhere: replica, n, identity. A header gives way to the fact.
create or replace temporary table stored as
select row_number() over (order by replica, n, digest) as id, * from (
  select distinct on (replica, n, digest) said.r as replica, said.n::bigint as n, digest, left(digest, 32) as name,
    said.ms::bigint as ms, said.counter::bigint as counter, ('"' || said.kind || '"')::json ->> '$' as kind, said.prev,
    said.saw::json ->> '$[*]' as saw, said.c <> '' as erased, line,
    case said.c when '' then said.body::json end as body
  from identified
  order by replica, n, digest, erased
);

-- What was decided about the requests of others (`query --decisions`): `follow` or `refuse` and the identity of the
-- request, or `branch` and a head of a replica that was forked. Signatures are checked by the program alone: nothing
-- counts as signed here, so a chain whose first fact names a key speaks for nobody, and what it asks for waits.
create temporary table if not exists decision (kind varchar, identity varchar);

-- Optional: the checks as they read now (`query --checks`); without them no result is stale because its check was
-- rewritten, no value contradicts what was said, and a failure that no tester rated counts as serious.
create temporary table if not exists check_now
  (id varchar, version varchar, category varchar, title varchar, measurement varchar, impact varchar);

-- Optional: the cells that count (`query --scope`); without them every cell with a result does, and none is untested.
create temporary table if not exists scope_now (
  component varchar, "check" varchar, condition varchar, stale varchar);

-- A row once the plan was told: a plan that asks for nothing is not the same as no word about one.
create temporary table if not exists scope_told (told boolean);

-- Whether a body is a result of which every member that this version knows is of its form.
create or replace macro is_result(body) as coalesce(
  word(body, 'check') is not null and word(body, 'component') is not null
  and word(body, 'outcome') in ('pass', 'fail', 'na', 'cant-tell')
  and is_word_or_none(body, 'audit') and is_word_or_none(body, 'build') and is_word_or_none(body, 'condition')
  and is_word_or_none(body, 'device') and is_word_or_none(body, 'os') and is_word_or_none(body, 'override')
  and is_word_or_none(body, 'source') and is_word_or_none(body, 'tester')
  and (json_type(body, '$.note') is null or json_type(body, '$.note') = 'VARCHAR')
  and (json_type(body, '$.retest') is null or (body -> '$.retest')::varchar = 'true')
  and (json_type(body, '$.severity') is null
    or is_number(body, '$.severity') and (body ->> 'severity') in ('1', '2', '3', '4'))
  and (json_type(body, '$.text') is null or regexp_full_match(word(body, 'text'), '[0-9a-f]{8}'))
  and (json_type(body, '$.time') is null or is_number(body, '$.time'))
  and (json_type(body, '$.value') is null or json_type(body, '$.value') = 'OBJECT'
    and list_sort(json_keys(body, '$.value')) = ['n', 'text', 'unit'] and json_type(body, '$.value.n') = 'ARRAY'
    and json_type(body, '$.value.text') = 'VARCHAR' and json_type(body, '$.value.unit') = 'VARCHAR'), false);
-- Whether a body names a file that shows what a result says.
create or replace macro is_evidence(body) as coalesce(
  word(body, 'check') is not null and word(body, 'component') is not null
  and json_type(body, '$.name') = 'VARCHAR' and json_type(body, '$.type') = 'VARCHAR'
  and json_type(body, '$.of') = 'VARCHAR' and regexp_full_match(json_extract_string(body, '$.of'), '[0-9a-f]{32}')
  and json_type(body, '$.sha256') = 'VARCHAR'
  and regexp_full_match(json_extract_string(body, '$.sha256'), '[0-9a-f]{64}')
  and is_number(body, '$.size') and regexp_full_match(json_extract_string(body, '$.size'), '[0-9]+')
  and (json_type(body, '$.condition') is null or json_type(body, '$.condition') = 'VARCHAR')
  and (json_type(body, '$.tester') is null or json_type(body, '$.tester') = 'VARCHAR'), false);
-- Whether this version knows what a fact says. What is said of children stays a fact and is counted nowhere here; of a
-- header nothing is to be understood.
create or replace macro is_understood(kind, body) as body is null or coalesce(case
  when kind = 'result' then is_result(body)
  when kind = 'set' then word(body, 'kind') is not null and word(body, 'key') is not null
    and json_type(body, '$.fields') = 'OBJECT'
  when kind in ('delete', 'restore') then word(body, 'kind') is not null and word(body, 'key') is not null
  when kind = 'note' then json_type(body, '$.component') = 'VARCHAR' and json_type(body, '$.text') = 'VARCHAR'
  when kind = 'evidence' then is_evidence(body)
  when kind = 'signal' then json_type(body, '$.component') = 'VARCHAR' and json_type(body, '$.check') = 'VARCHAR'
    and word(body, 'tool') is not null and word(body, 'rule') is not null
  else kind in ('erase', 'retract', 'replica', 'session', 'trial', 'contact', 'remark') end, false);
