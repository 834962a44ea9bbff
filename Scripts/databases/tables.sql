-- The tables of `a11y export --tables`, for PostgreSQL and DuckDB alike: those of the SQL views of a tracker, with its
-- identity in front. A newer program may write more columns; they are added as text.
create table if not exists v_portfolio (
  tracker text not null, exported text not null, "name" text, decision text, reason text, course text, policy text,
  policy_source text, blockers bigint, proposed text, pass bigint, fail bigint, na bigint, cant_tell bigint,
  untested bigint, ratio double precision, coverage double precision, "open" bigint, critical bigint, serious bigint,
  moderate bigint, minor bigint, waived bigint, stale bigint, components bigint, newest_days bigint, oldest_days bigint
);
create table if not exists v_cell (
  tracker text not null, id bigint, component text, "check" text, condition text, category text, outcome text,
  severity bigint, disputed bigint, since text, "at" text, tester text, build text, device text, os text, audit text,
  "value" text, note text, results bigint, contradicted bigint, overruled bigint, retest bigint, given_severity bigint,
  in_plan bigint
);
create table if not exists v_component (
  tracker text not null, "key" text, kind text, profile text, title text, source text, owner text, screens text, tags text,
  size text, retired bigint, conflicts bigint
);
create table if not exists v_finding (
  tracker text not null, component text, "check" text, condition text, category text, severity bigint, disputed bigint,
  since text, "at" text, tester text, build text, "value" text, note text, owner text, screens text, waived_until text,
  pattern text, contradicted bigint, overruled bigint, retest bigint, given_severity bigint
);
create table if not exists v_planned (
  tracker text not null, component text, "check" text, planned text, condition text, outcome text, found text
);
create table if not exists v_record (
  tracker text not null, kind text, "key" text, doc text, deleted bigint, conflicts bigint
);
create table if not exists v_scope (tracker text not null, component text, "check" text, condition text);
create table if not exists v_status (
  tracker text not null, pass bigint, fail bigint, na bigint, cant_tell bigint, disputed bigint, contradicted bigint,
  critical bigint, serious bigint, moderate bigint, minor bigint, asked bigint, tested bigint, untested bigint,
  judged bigint, applicable bigint, in_scope bigint
);
create table if not exists v_trend (
  tracker text not null, "day" text, category text, pass bigint, fail bigint, na bigint, cant_tell bigint, disputed bigint,
  critical bigint, serious bigint, moderate bigint, minor bigint, contradicted bigint
);
