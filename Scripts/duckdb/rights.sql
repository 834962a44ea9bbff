-- Who speaks for whom, what is asked of others' facts, and what is held of each fact because of it.

-- All runs that a run goes on from.
create or replace temporary table ancestor as
with recursive back (run, ancestor) as (
  select id, after from run where after is not null
  union all
  select back.run, run.after from back join run on run.id = back.ancestor where run.after is not null
)
select * from back;
-- Which runs speak for nobody because their chain names a key, and which have a rival while nobody has decided which of
-- them goes on.
create or replace temporary table ruling as
with naming as (
  select run.id from run join stored on stored.id = run.id
  where run.after is null and stored.kind = 'replica' and word(stored.body, 'signer') is not null
), signed as (
  select id from naming union select run from ancestor join naming on naming.id = ancestor.ancestor
), head as (
  select run from decision join stored on stored.digest = decision.identity join placed using (id)
  where decision.kind = 'branch'
), settled as (
  select run as id from head union select ancestor from ancestor where run in (select run from head)
)
select run.id, run.after, signed.id is not null as signed,
  settled.id is null and signed.id is null
    and count(*) filter (where signed.id is null) over (partition by replica, first, prev) > 1 as rival
from run left join signed on signed.id = run.id left join settled on settled.id = run.id;
-- Runs that a run goes on from; `is_clear` where no rival stands between.
create or replace temporary table descent as
with recursive back (run, ancestor, is_clear) as (
  select id, after, not rival from ruling where after is not null
  union all
  select back.run, ruling.after, is_clear and not rival from back join ruling on ruling.id = back.ancestor
  where ruling.after is not null
)
select * from back;

-- Which fact asks for which others to be taken back, or their content to be destroyed: a name, or a sitting (a replica).
create or replace temporary table naming as
select id as fact, kind, unnest(body ->> '$.targets[*]') as name, null as sitting
from stored where kind in ('retract', 'erase') and json_type(body, '$.targets') is not null
union
select id, kind, null, body ->> 'sitting' from stored where kind = 'erase' and json_type(body, '$.sitting') is not null;
-- The same with the facts that are here, what was decided, and by what right: its own chain (`is_own`), or its own
-- chain but for an undecided fork (`is_held_up`). Where it was decided to follow and to refuse, an erasure is followed and
-- a retraction refused.
create or replace temporary table request as
select named.*, coalesce(not ruling.signed and (asked.run = asks.run or is_clear), false) as is_own,
  coalesce(not ruling.signed and not is_clear, false) as is_held_up, coalesce(is_followed, false) as is_followed,
  coalesce(is_refused, false) as is_refused
from (
  select naming.fact, naming.kind, target.id as target from naming join stored as target using (name)
  union
  select naming.fact, naming.kind, target.id from naming join stored as target on target.replica = naming.sitting
  where target.kind in ('session', 'trial', 'contact', 'remark')
) as named
join placed as asks on asks.id = named.fact join placed as asked on asked.id = named.target
join ruling on ruling.id = asks.run join stored on stored.id = named.fact
left join descent on descent.run = asks.run and descent.ancestor = asked.run
left join (
  select identity, bool_or(kind = 'follow') as is_followed, bool_or(kind = 'refuse') as is_refused
  from decision where kind <> 'branch' group by identity
) as decided on decided.identity = stored.digest;

-- The facts as they are held here: of what somebody decided to destroy the header is left.
create or replace temporary table facts as
select id, replica, n, digest, name, ms, counter, kind, prev, run, erased or gone as erased,
  gone or is_understood(kind, body) as understood, gone, line, case when not gone then body end as body
from (
  select stored.*, placed.run, stored.kind not in ('erase', 'retract', 'replica') and stored.id in (
    select target from request where kind = 'erase' and is_followed) as gone
  from stored join placed using (id)
);
