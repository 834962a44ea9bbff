"""`export --tables`: what the views of a tracker say is in the tables, in PostgreSQL, and in DuckDB, to the last letter."""

import csv
import json
import random
import re
import shutil

import pytest

from databases import Duck, postgres, server  # noqa: F401, fixtures
from facts import Team, bundle
from program import Tracker

START = 1_790_000_000_000
VIEWS = ["v_cell", "v_component", "v_finding", "v_planned", "v_record", "v_scope", "v_status", "v_trend"]
LABEL = "voiceover.label-present"
TEXTS = ["a note, with a comma", 'he said "no"', "two\nlines", "\\.", "a\n\\.\nb", "=1+1", "", " blanks ", "\\N", "NULL",
         "3.10", "007", "true", "{\"a\":1}", "日本語", "x" * 900]
CONDITIONS = ["", "dark", "text-ax5", "text-ax1", "reduce-motion", "reduce-motion,dark"]


def made(folder, name: str, dice: random.Random, *, texts=()) -> Tracker:
    """A tracker of a random team, with further notes."""
    path = folder / f"{name}.a11y.json"
    path.write_text(bundle(f"{name}tracker00", Team(dice, 2, START).live(60).facts()))
    tracker = Tracker(folder / "apps" / name)
    tracker.folder.mkdir(parents=True)
    tracker.begin()
    tracker.ok("import", "--adopt", path)
    tracker.register("start,screen", "about,screen")
    tracker.ok("edit", "tracker", "--title", name.title())
    for place, text in enumerate(texts):
        answer = tracker.log("fail", LABEL, "start", "-s", "1", "-m", text, "--build", "3.10", "--condition", CONDITIONS[place])
        assert answer.code == 0, answer.error
    return tracker


@pytest.fixture
def apps(folder, dice):
    return {name: made(folder, name, dice, texts=dice.sample(TEXTS, 6)) for name in ("mail", "maps", "music")}


def exported(folder, name: str, *words) -> object:
    tracker = Tracker(folder)
    tracker.ok("export", "--tables", folder / name, "--tracker", folder / "apps", *words)
    return folder / name


def identity(tracker: Tracker) -> str:
    (found,), = tracker.rows("SELECT value FROM local WHERE name = 'tracker'")
    return found


def columns(tracker: Tracker, view: str) -> list:
    return [name for _, name, *_ in tracker.rows(f"PRAGMA table_info({view})")]


def safe(value):
    """What is not shown is told by its number, as in every CSV; a line that ends a COPY as well."""
    if not isinstance(value, str):
        return value
    if "\n" in value:
        value = "\n".join("\\u{5c}." if line == "\\." else line for line in value.split("\n"))
    return re.sub("[\x01-\x08\x0b-\x1f\x7f-\x9f]", lambda found: f"\\u{{{ord(found[0]):x}}}", value)


def told(trackers, view: str) -> list:
    """A view as SQLite tells it, with the tracker in front."""
    rows = []
    for tracker in trackers:
        names, own = columns(tracker, view), {"tracker": identity(tracker)}
        rows += [{**own, **dict(zip(names, values))} for values in tracker.rows(f"SELECT * FROM {view}")]
    return ordered(rows)


def ordered(rows: list) -> list:
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))


def made_safe(rows: list) -> list:
    return ordered([{name: safe(value) for name, value in row.items()} for row in rows])


def require_same_as_status(folder, rows: list) -> None:
    answer = json.loads(Tracker(folder).ok("status", "--tracker", folder / "apps", "--json").out)
    rows = {row["name"]: row for row in rows}
    assert sorted(rows) == sorted(row["name"] for row in answer["trackers"])
    for row in answer["trackers"]:
        for name, value in row.items():
            if name not in ("path", "problem", "open_before", "held", "course", "proposed"):
                assert rows[row["name"]][name] == (pytest.approx(value) if isinstance(value, float) else value), name


def test_all_say_what_the_views_say(folder, apps, postgres):
    lines = exported(folder, "lines", "--format", "ndjson")
    tables = exported(folder, "tables")
    postgres.loaded(tables)
    more = ["v_portfolio", "v_untested", "v_dispute", "v_by_category", "v_by_component"]
    duck = Duck(tables).each(*VIEWS, *more)
    for view in VIEWS:
        expected = told(apps.values(), view)
        assert ordered([json.loads(line) for line in (lines / f"{view}.ndjson").read_text().splitlines()]) == expected, view
        if view in ("v_cell", "v_record", "v_scope", "v_finding"):
            assert expected, view
        assert ordered(postgres.all(f"select * from {view}")) == made_safe(expected), view
        assert ordered(duck[view]) == made_safe(expected), view
    require_same_as_status(folder, postgres.all("select * from v_portfolio"))
    require_same_as_status(folder, duck["v_portfolio"])
    for view in more[1:]:
        assert ordered(postgres.all(f"select * from {view}")) == ordered(duck[view]), view
    for status in told(apps.values(), "v_status"):
        for view in ("v_by_category", "v_by_component"):
            sums, = postgres.all(
                f"select sum(pass) as pass, sum(fail) as fail, sum(na) as na, sum(critical) as critical from {view}"
                f" where tracker = '{status['tracker']}'")
            assert {name: value or 0 for name, value in sums.items()} == {name: status[name] for name in sums}
        count, = postgres.all(f"select count(*) as count from v_untested where tracker = '{status['tracker']}'")
        assert count["count"] == status["untested"]
    # Loading it again changes nothing.
    before = postgres.all("select * from v_cell order by tracker, id")
    assert "3 of 3 trackers taken" in postgres.loaded(tables)
    assert postgres.all("select * from v_cell order by tracker, id") == before


def test_a_newer_export_takes_the_place_of_an_older_one(folder, apps, postgres):
    old, mail = exported(folder, "old"), apps["mail"]
    mail.log("fail", LABEL, "about", "-s", "1", "-m", "newer", "--build", "3.11")
    new = folder / "new"
    mail.ok("export", "--tables", new)
    newer = f"select count(*) as count from v_cell where note = 'newer' and tracker = '{identity(mail)}'"
    assert "3 of 3 trackers taken" in postgres.loaded(old)
    assert postgres.all(newer) == [{"count": 0}]
    assert "1 of 1 trackers taken" in postgres.loaded(new)
    assert postgres.all(newer) == [{"count": 1}]
    others = postgres.all(f"select * from v_cell where tracker <> '{identity(mail)}' order by tracker, id")
    # The older one still replaces what it is not older than.
    assert "2 of 3 trackers taken" in postgres.loaded(old)
    assert postgres.all(newer) == [{"count": 1}]
    assert postgres.all(f"select * from v_cell where tracker <> '{identity(mail)}' order by tracker, id") == others
    for places in ((old, new), (new, old), (folder / "[on]??",)):
        duck = Duck(*places).each("v_cell", "v_portfolio", "v_finding")
        assert sum(row["note"] == "newer" and row["tracker"] == identity(mail) for row in duck["v_cell"]) == 1
        assert len(duck["v_portfolio"]) == len({row["tracker"] for row in duck["v_portfolio"]}) == 3
        assert ordered(duck["v_finding"]) == ordered(postgres.all("select * from v_finding"))


def test_what_children_did_stays_here(tracker, folder):
    tracker.ok("export", "--tables", folder / "tables")
    assert sorted(path.name for path in (folder / "tables").iterdir()) == sorted(f"{name}.csv" for name in [*VIEWS, "v_portfolio"])


def test_columns_of_a_newer_program_are_taken(tracker, folder, postgres):
    tracker.log("fail", LABEL, "home", "-s", "1")
    tracker.ok("export", "--tables", folder / "tables")
    postgres.loaded(folder / "tables")
    file = folder / "tables/v_cell.csv"
    head, row = file.read_text().splitlines()
    file.write_text(f"{head},mood\n{row},calm\n")
    postgres.loaded(folder / "tables")
    assert postgres.all("select mood from v_cell") == [{"mood": "calm"}] == Duck(folder / "tables").all("select mood from v_cell")


def test_nothing_is_written_over_what_is_not_ours(apps, folder):
    mail, tables = apps["mail"], folder / "tables"
    mail.ok("export", "--tables", tables)
    mail.ok("export", "--tables", tables)
    before = {path.name: path.read_bytes() for path in tables.iterdir()}

    def refused(tracker: Tracker, *words, code: int, sentence: str) -> None:
        answer = tracker.run("export", "--tables", *words)
        assert answer.code == code and sentence in " ".join(answer.error.split()), answer.error
        assert {path.name: path.read_bytes() for path in tables.iterdir()} == before

    refused(apps["maps"], tables, code=5, sentence=f"holds tables of tracker {identity(mail)}")
    refused(mail, tables, "--format", "ndjson", code=5, sentence='v_cell.csv')
    refused(mail, mail.database, code=6, sentence="is a file")
    refused(mail, "", code=2, sentence='invalid value "" for --tables; expected DIR')
    refused(mail, "-", code=2, sentence='invalid value "-" for --tables; expected DIR')
    refused(mail, tables, "-o", "x", code=2, sentence="--output cannot be combined with --tables")
    refused(mail, tables, "spring-24", code=2, sentence="--tables cannot be combined with AUDIT")
    copy = folder / "apps/copy"
    shutil.copytree(mail.folder, copy)
    refused(mail, tables, "--tracker", folder / "apps", code=2, sentence="are the same tracker")
    refused(mail, tables, "--tracker", folder / "nowhere", code=3, sentence="no tracker found")
    answer = mail.run("export", "--format", "csv", "-o", "x")
    assert answer.code == 2 and "--format csv requires --tables" in answer.error
    shutil.rmtree(copy)
    # One that cannot be read leaves its rows out, and says so.
    (apps["music"].database).write_bytes(b"no database" * 500)
    answer = mail.run("export", "--tables", folder / "both", "--tracker", folder / "apps")
    assert answer.code == 1 and "not exported" in answer.error and "music" in answer.error
    with open(folder / "both/v_portfolio.csv", newline="") as file:
        assert {row["name"] for row in csv.DictReader(file)} == {"Mail", "Maps"}


@pytest.mark.parametrize("form, foreign", [
    ("csv", "id,name\n1,x\n"), ("csv", "not a table at all"), ("csv", ""), ("ndjson", '{"id":1}\n'), ("ndjson", "[]")])
def test_a_table_of_others_is_kept_also_without_that_of_the_trackers(tracker, folder, form, foreign):
    """An export that was stopped leaves tables without v_portfolio; so may anything else that has the name of one."""
    tables = folder / "tables"
    tables.mkdir()
    place = tables / f"v_cell.{form}"
    place.write_text(foreign)
    answer = tracker.run("export", "--tables", tables, "--format", form)
    assert answer.code == 5 and f"v_cell.{form}" in answer.error and place.read_text() == foreign, answer.error
    assert [path.name for path in tables.iterdir()] == [place.name]
    tracker.ok("export", "--tables", tables, "--format", form, "-y")
    # What its own export left is replaced.
    (tables / f"v_portfolio.{form}").unlink()
    tracker.ok("export", "--tables", tables, "--format", form)
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.begin()
    (tables / f"v_portfolio.{form}").unlink()
    answer = other.run("export", "--tables", tables, "--format", form)
    assert answer.code == (0 if not tracker.rows("SELECT 1 FROM record WHERE kind = 'component'") else 5), answer.error


def test_a_tracker_whose_name_has_several_lines_is_replaced_as_others_are(folder):
    tracker = Tracker(folder / 'two\n"lines", of\na name')
    tracker.folder.mkdir()
    tracker.begin()
    tracker.log("pass", LABEL, "home")
    for form in ("csv", "ndjson"):
        for _ in range(2):
            tracker.ok("export", "--tables", folder / form, "--format", form)
        portfolio = folder / form / f"v_portfolio.{form}"
        for other in (b"name,price\nbread,3\n", b"\xff\xfe,\n", b'tracker,name\nx,"unended\n'):
            portfolio.write_bytes(other)
            answer = tracker.run("export", "--tables", folder / form, "--format", form)
            assert answer.code == 5 and portfolio.name in answer.error, (other, answer)
            assert portfolio.read_bytes() == other
        tracker.ok("export", "--tables", folder / form, "--format", form, "--yes")


def test_the_name_of_a_folder_is_no_pattern(folder, apps, postgres):
    """Each is asked alone, though its name as a pattern fits another one as well."""
    for app, name in ("mail", "a*b"), ("maps", "axb"), ("music", "d[1]"), ("maps", "o'q \\ ; \\! x"):
        apps[app].ok("export", "--tables", folder / name)
        assert postgres.loaded(folder / name) in [f"{folder / name}: {taken} of 1 trackers taken\n" for taken in (0, 1)]
        for rows in Duck(folder / name).each("v_portfolio", "v_status").values():
            assert [row["tracker"] for row in rows] == [identity(apps[app])]
    assert len(Duck(folder / "a?b").all("select tracker from v_portfolio")) == 2


def test_the_name_of_a_column_is_no_statement(tracker, folder, postgres):
    """It would read any file of who asks."""
    tables = folder / "tables"
    tracker.ok("export", "--tables", tables)
    (folder / "secret").write_text("hidden")
    file = tables / "v_trend.csv"
    name = f"""day"" as text) as day, (select content from read_text('{folder}/secret')) as secret from read_csv(['{file}']) --"""
    file.write_text(f'tracker,day,"{name}"\nx,y,z\n')
    asked = Duck(tables).ask("select * from v_trend")
    assert asked.returncode == 1 and "no table of a11y" in asked.stderr and not asked.stdout, asked
    loaded = postgres.load(tables)
    assert loaded.returncode == 1 and "no table of a11y" in loaded.stderr
    file.write_text("tracker,day\n")
    (tables / "v_portfolio.csv").write_text(f"tracker,exported\n{'x' * 200_000},2026\n")
    asked = Duck(tables).ask("select * from v_trend")
    assert asked.returncode == 1 and asked.stderr.startswith("query: "), asked.stderr


def test_what_is_not_whole_is_refused(tracker, folder, postgres):
    tracker.log("fail", LABEL, "home", "-s", "1")
    tables = folder / "tables"
    tracker.ok("export", "--tables", tables)
    postgres.loaded(tables)
    whole = postgres.all("select * from v_cell")
    for name, damage, sentence in [
            ("v_portfolio.csv", None, "not all of them yet"), ("v_cell.csv", b"", "no table of a11y"),
            ("v_cell.csv", b'tracker,"x""; drop table v_cell"\na,b\n', "no table of a11y"),
            ("v_trend.csv", b"tracker,day\n\"unended", ""), ("v_cell.csv", b"tracker,id\nx,many\n", "many")]:
        kept = (tables / name).read_bytes()
        (tables / name).unlink() if damage is None else (tables / name).write_bytes(damage)
        done = postgres.load(tables)
        assert done.returncode == 1 and sentence in done.stderr, (name, damage, done)
        assert postgres.all("select * from v_cell") == whole
        asked = Duck(tables).ask("select * from v_cell cross join v_trend")
        assert asked.returncode == 1 or damage is not None and not json.loads(asked.stdout), (name, damage)
        (tables / name).write_bytes(kept)
    assert postgres.load(tables / "none").returncode == 1 and postgres.load().returncode == 2
    tracker.ok("export", "--tables", folder / "lines", "--format", "ndjson")
    for done in (postgres.load(folder / "lines"), Duck(folder / "lines").ask("select 1")):
        assert done.returncode == 1 and "reads CSV: export them with --format csv" in done.stderr
    for question in ("", " ;"):
        done = Duck(tables).ask(question)
        assert done.returncode == 1 and "the question is empty" in done.stderr and "Traceback" not in done.stderr
    assert postgres.loaded(tables) == f"{tables}: 1 of 1 trackers taken\n"
    done = Duck(tables).ask("select nothing from v_cell")
    assert done.returncode == 1 and "nothing" in done.stderr and not done.stdout
    # A database of bundles is not taken apart in silence.
    postgres.run("drop schema a11y cascade", "create schema a11y", "create table a11y.facts (n int)")
    done = postgres.load(tables)
    assert done.returncode == 1 and "earlier version" in done.stderr
    assert postgres.all("select * from facts") == []


def test_more_trackers_than_files_may_be_open(folder):
    for number in range(40):
        tracker = Tracker(folder / f"apps/app-{number}")
        tracker.folder.mkdir(parents=True)
        tracker.begin()
    tracker.ok("export", "--tables", folder / "tables", "--tracker", folder / "apps", prefix=("prlimit", "--nofile=30:30"))
    with open(folder / "tables/v_portfolio.csv", newline="") as file:
        assert len(list(csv.DictReader(file))) == 40
