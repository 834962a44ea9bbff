-- Who follows whom, and who had seen whom: by `prev` within a replica, by `saw` across. Neither numbers nor clocks count.
--
-- A run is a stretch of one replica in which each fact names the one before it and none has a rival (the same replica,
-- number and predecessor: a copy of the file went on under its name). Within a run whoever sees a fact sees all before
-- it, so what a fact sees is one number for each run, and only the places where such a number grows are kept.

-- The fact before each; a name that means two says nothing. A run begins where there is none, or a rival beside.
create or replace temporary table link as
select id, replica, n, name, prev, case when not has_rival then prior end as follows, prior from (
  select *, count(*) over (partition by replica, n, prev) > 1 as has_rival from stored
) left join (
  select stored.id, min(prior.id) as prior from stored join stored as prior
    on prior.replica = stored.replica and prior.n = stored.n - 1 and prior.name = stored.prev
  group by stored.id having count(*) = 1
) using (id);
-- Facts that follow one another in the order of their numbers stand together; where the branches of a fork alternate,
-- each piece goes on from another. Twice as far with each round, until all have come to where their run begins.
create or replace temporary table piece as
select id, max(case when is_first then id end) over (order by id) as head
from (select id, follows is null or follows is distinct from lag(id) over (order by id) as is_first from link);
create or replace temporary table headed as
with recursive jump (round, head, up) as (
  select 0, piece.head, coalesce(upper.head, piece.head)
  from piece join link using (id) left join piece as upper on upper.id = link.follows where piece.id = piece.head
  union all
  select jump.round + 1, jump.head, further.up from jump join jump as further on further.head = jump.up
  where jump.round < (
    select ceil(log2(count(*) + 1)) from piece join link using (id) where piece.id = head and follows is not null)
)
select head, arg_max(up, round) as run from jump group by head;
create or replace temporary table placed as
select link.id, link.replica, link.n, link.name, link.prev, link.prior, headed.run
from link join piece using (id) join headed using (head);
create or replace temporary table run as
select first.run as id, first.replica, first.n as first, extent.last, first.prev, before.run as after
from placed as first join (select run, max(n) as last from placed group by run) as extent on extent.run = first.id
left join placed as before on before.id = first.prior;

-- From its fact `n` on a run has seen another up to the fact `upto`, directly. `query` makes of it `seen`: the same
-- through whatever lies between.
create or replace temporary table step as
select run, other, n, upto from (
  select *, max(upto) over (partition by run, other order by n rows between unbounded preceding and 1 preceding) as known
  from (
    select run, other, n, max(upto) as upto from (
      select glance.run, other.run as other, glance.n, other.n as upto
      from (select placed.run, placed.n, unnest(saw) as name from stored join placed using (id)) as glance
      join placed as other using (name) where other.run <> glance.run
      union all
      select id, after, first, first - 1 from run where after is not null
    ) group by all
  )
) where upto > coalesce(known, 0);
