"""PostgreSQL and DuckDB say of the same facts what the program says, to the last cell."""

import json
import operator
import pathlib
import random
import re

import pytest

from databases import Duck, OneDecides, OpenDuck, follow_everyone, postgres, server  # noqa: F401, fixtures
from facts import Replica, bundle, canonical, identity, is_stub, require_bundle, stub
from program import Tracker

TRACKER = "abcdefgh2345"
START = 1_790_000_000_000
FOLLOW = "insert into a11y.decision values ('follow', decode('{}', 'hex'))"


@pytest.fixture
def checks(empty):
    """How the checks read now, as the program tells it."""
    path = empty.folder / "checks.csv"
    words = "list checks --format csv --raw --columns id,version,category,title,measurement,impact".split()
    path.write_bytes(empty.ok(*words).out)
    return path


def scope_of(tracker) -> pathlib.Path:
    """The cells that count, as the program tells them."""
    path = tracker.folder / "scope.csv"
    path.write_bytes(tracker.ok(*"list cells --all --format csv --raw --columns component,check,condition,stale".split()).out)
    return path


def tracker_of(folder, name, *bundles) -> Tracker:
    tracker = Tracker(folder / name)
    tracker.folder.mkdir()
    tracker.ok("init")
    tracker.ok("import", "--adopt", *bundles)
    follow_everyone(tracker)
    return tracker


def columns(tracker: Tracker, view: str) -> list:
    return [name for _, name, *_ in tracker.rows(f"PRAGMA table_info({view})")]


def public_view(tracker: Tracker, view: str, leave_out=()) -> list:
    """A view of the tracker's file, as rows."""
    names = columns(tracker, view)
    rows = []
    for values in tracker.rows(f"SELECT * FROM {view}"):
        row = dict(zip(names, values))
        # A cell whose results were all taken back shows nothing.
        if row.get("outcome") == "untested":
            continue
        for name in ("screens", "tags"):
            if row.get(name):
                row[name] = json.loads(row[name])
        for name in ("disputed", "contradicted", "overruled", "retired", "in_plan"):
            if name in row and view != "v_trend":
                row[name] = bool(row[name])
        rows.append({name: value for name, value in row.items() if name not in leave_out})
    return sorted(rows, key=canonical)


def chosen(rows: list, names) -> list:
    return sorted(({name: row[name] for name in names} for row in rows), key=canonical)


def seconds(text: str) -> str:
    return text[:19] + "Z"


def require_agreement(tracker: Tracker, views) -> None:
    """Every number and every row that both can tell."""
    status = json.loads(tracker.ok("status", "--json").out)
    found = views.row("v_status")
    said = {
        **status["cells"], **status["failing"],
        "components": status["scope"]["components"] if status["scope"]["cells"] else 0,
        "in_scope": status["scope"]["cells"], "judged": status["compliance"]["judged"],
        "applicable": status["coverage"]["applicable"], "stale": status["stale"], "disputed": status["disputed"],
        "waived": status["waived"]}
    assert {name: found[name] for name in said} == said
    ratio = status["compliance"]["ratio"]
    assert found["compliance_percent"] == (None if ratio is None else int(100 * said["pass"] / said["judged"]))

    cells = json.loads(tracker.ok("list", "cells", "--format", "json").out)["rows"]
    listed = [
        {"component": row["component"], "check": row["check"], "condition": row["condition"], "outcome": row["outcome"],
         "severity": row["severity"], "disputed": row["disputed"], "at": seconds(row["at"]), "note": row["note"],
         "tester": row["tester"] or "", "build": row["build"] or "", "value": (row["value"] or {}).get("text"),
         "stale": row["stale"], "result": row["id"]} for row in cells]
    in_use = [row for row in views.rows("v_cell") if row["in_use"]]
    # What a failure without a note keeps of an earlier one is told by the program alone.
    place = operator.itemgetter("component", "check", "condition")
    noted = {place(row) for row in in_use if row["note"] is not None}
    for row in listed:
        if place(row) not in noted:
            row["note"] = None
    assert chosen([row for row in in_use if row["in_plan"]], listed[0] if listed else []) == sorted(listed, key=canonical)

    # Whether a retest made a cell better is told by the program alone.
    for view, leave_out in [("v_cell", ["id", "retest"]), ("v_finding", ["retest"]), ("v_component", []), ("v_trend", []),
                            ("v_planned", [])]:
        theirs = public_view(tracker, view, leave_out)
        names = [name for name in columns(tracker, view) if name not in leave_out]
        assert chosen(views.rows(view), names) == theirs, view

    records = [
        {"kind": kind, "key": key, "doc": json.loads(doc), "deleted": bool(deleted), "conflicts": conflicts}
        for kind, key, doc, deleted, conflicts in tracker.rows("SELECT kind, key, doc, deleted, conflicts FROM record")]
    assert views.rows("v_record") == sorted(records, key=canonical)

    notes = json.loads(tracker.ok("list", "notes", "--format", "json").out)["rows"]
    assert views.rows("v_note") == sorted(({**row, "at": seconds(row["at"])} for row in notes), key=canonical)

    conflicts = json.loads(tracker.ok("list", "conflicts", "--format", "json").out)["rows"]
    sides = [(row["key"], row["check"], row["condition"], side["id"]) for row in conflicts
             if row["conflict"] == "dispute" for side in row["sides"]]
    in_use = {row["component"] for row in in_use}
    disputes = [row for row in views.rows("v_dispute") if row["component"] in in_use]
    assert {(row["component"], row["check"], row["condition"], row["result"]) for row in disputes} == set(sides)
    fields = [(row["record"], row["key"], row["field"], side["replica"], seconds(side["at"])) for row in conflicts
              if row["conflict"] == "field" for side in row["sides"]]
    assert sorted((row["kind"], row["key"], row["field"], row["replica"], row["at"])
                  for row in views.rows("v_conflict")) == sorted(fields)

    standing = tracker.rows("SELECT count(*) FROM retraction WHERE standing = 0")[0][0]
    assert sum(row["stands"] for row in views.rows("v_retraction")) == standing
    erased = tracker.rows("SELECT count(*) FROM fact WHERE body = ''")[0][0]
    kept = tracker.rows("SELECT count(*) FROM fact WHERE projected = 0")[0][0]
    facts = sum(count for count, in tracker.rows("SELECT count(*) FROM fact UNION ALL SELECT count(*) FROM result"))
    assert (found["erased"], found["kept_for_newer"], found["facts"]) == (erased, kept, facts)


def written(folder, *heaps) -> list:
    paths = []
    for number, heap in enumerate(heaps):
        paths.append(folder / f"{number}.a11y.json")
        paths[-1].write_text(bundle(TRACKER, heap))
    return paths


@pytest.mark.parametrize("steps", [12, 60, 250, 600])
def test_random_teams(folder, postgres, checks, dice, steps):
    """Disputes, undo and redo, edits, conflicts, erasures, forks, clocks that are off, facts of a newer version."""
    facts = OneDecides(dice, dice.randint(2, 4), START).live(steps).facts()
    # Three heaps that overlap, in another order for each.
    bundles = written(folder, *([fact for fact in facts if dice.random() < 0.5] for _ in range(2)), facts)
    tracker = tracker_of(folder, "lead", *dice.sample(bundles, 3))
    postgres.loaded(checks=checks)
    postgres.loaded(*dice.sample(bundles, 3))
    scope = scope_of(tracker)
    postgres.loaded(scope=scope)
    require_agreement(tracker, postgres)
    require_agreement(tracker, OpenDuck(*dice.sample(bundles, 3), checks=checks, scope=scope))
    # What was kept in step is what comes of starting anew.
    before = {view: postgres.rows(view) for view in ("v_cell", "v_trend", "v_record")}
    postgres.run("select a11y.rebuild()")
    for view, rows in before.items():
        names = [name for name in (rows[0] if rows else {}) if name != "id"]
        assert chosen(postgres.rows(view), names) == chosen(rows, names), view


def test_a_plan_that_asks_for_nothing_counts_nothing(folder, postgres, checks, dice):
    """A list without a cell is a plan, not the lack of one."""
    facts = Replica(dice, START)
    facts.add("set", kind="component", key="home", fields={"kind": "screen", "name": "Home"})
    facts.add("result", component="home", check="voiceover.label-present", outcome="fail")
    facts.add("set", kind="setting", key="tracker", fields={"checklists": ["child-testing"]})
    path, = written(folder, facts.facts.values())
    tracker = tracker_of(folder, "lead", path)
    assert json.loads(tracker.ok("status", "--json").out)["scope"]["cells"] == 0
    scope = scope_of(tracker)
    postgres.loaded(path)
    postgres.loaded(checks=checks)
    postgres.loaded(scope=scope)
    require_agreement(tracker, postgres)
    require_agreement(tracker, OpenDuck(path, checks=checks, scope=scope))


@pytest.fixture
def story(folder):
    """Three people's bundles, and the lead's tracker with all of them: made by the program alone."""
    trackers = {}
    for name in ("tia", "tom", "lead"):
        trackers[name] = Tracker(folder / name)
        trackers[name].folder.mkdir()
        trackers[name].ok("init")
    tia, tom, lead = trackers.values()
    lead.register("home,screen", "search,screen", "sign-in/close-button,icon-button")
    lead.ok("export", "-o", folder / "start.a11y.json")
    for tester in (tia, tom):
        tester.ok("import", "--adopt", folder / "start.a11y.json")
    button, label, size = "sign-in/close-button", "voiceover.label-present", "touch-target.minimum-44pt"
    hit = "touch-target.hit-area-measured"
    for words in [("fail", size, button, "-s", "1", "--value", "40x40", "-m", "a name in the note"),
                  ("fail", size, button, "-s", "2", "--value", "40x40"), ("pass", label, button), ("na", size, "home"),
                  ("fail", label, "home", "-s", "3", "--at", "2026-01-05")]:
        tia.log(*words, "--build", "3.1", tester="tia")
    tia.ok("undo", "--tester", "tia")
    tia.ok("redo", "--tester", "tia")
    tia.ok("undo", "--tester", "tia")
    note = tia.rows("SELECT min(id) FROM result")[0][0] & (1 << 40) - 1
    replica, = tia.rows("SELECT value FROM local WHERE name = 'replica'")[0]
    tia.ok("export", "-o", folder / "early.a11y.json")
    tia.ok("erase", "fact", f"{replica}-{note}", "--yes")
    tom.log("fail", label, button, "-s", "1", "--build", "3.1", tester="tom")
    tom.log("cant-tell", label, "search", "--build", "3.1", tester="tom")
    tom.ok("edit", "component", button, "--owner", "tom", "--planned", f"{hit}=48x48")
    tom.log("fail", hit, button, "--value", "40x40", "--pattern", "small-target", "--build", "3.1", tester="tom")
    tia.ok("edit", "component", button, "--owner", "tia")
    tom.ok("edit", "component", "search", "--title", "Search")
    tia.ok("new", "note", "a remark", "--component", "home")
    # What a tool found that belongs to nothing is understood as well.
    assert tia.run("import", "-", "--as", "xctest", stdin=b'{"auditType":"sparkle","element":"x"}').code == 3
    for name in ("tia", "tom"):
        trackers[name].ok("export", "-o", folder / f"{name}.a11y.json")
        lead.ok("import", folder / f"{name}.a11y.json")
    # The databases have no list of whom they follow: all count there.
    lead.ok("follow", "*")
    lead.ok("export", "-o", folder / "lead.a11y.json")
    return lead, folder


def test_the_program_writes_bundles_by_the_book(story):
    lead, folder = story
    facts = require_bundle((folder / "lead.a11y.json").read_text())
    assert sum(map(is_stub, facts)) == 1
    assert {fact["kind"] for fact in facts} == {"set", "result", "retract", "note", "erase", "signal"}
    assert sum(row["disputed"] for row in json.loads(lead.ok("list", "cells", "--format", "json").out)["rows"]) == 1


def test_three_people(story, postgres, checks):
    """Any order, twice, and the content that was erased is gone from where it had been loaded before."""
    lead, folder = story
    assert lead.rows("SELECT pattern FROM v_finding WHERE pattern IS NOT NULL") == [("small-target",)]
    assert lead.rows("SELECT planned, outcome, found FROM v_planned") == [("48x48", "fail", "40x40")]
    names = ["early", "tom", "start", "tia", "lead"]
    bundles = [folder / f"{name}.a11y.json" for name in names]
    postgres.loaded(bundles[0])
    assert "a name in the note" in json.dumps(postgres.all("select line from a11y.facts"))
    first = postgres.loaded(*bundles[1:])
    assert first.splitlines()[-1].endswith(" 0 new: all were here already")
    assert all(line.endswith(" 0 new: all were here already") for line in postgres.loaded(*bundles).splitlines())
    # What tia asks to erase waits here as everywhere, until somebody decides.
    assert [(row["accepted"], row["waits"]) for row in postgres.rows("v_erasure")] == [(False, True)]
    assert "a name in the note" in json.dumps(postgres.all("select line from a11y.facts"))
    erasure, = (row["identity"] for row in postgres.rows("v_erasure"))
    postgres.run(FOLLOW.format(erasure), "select a11y.rebuild()")
    assert "a name in the note" not in json.dumps(postgres.all("select line from a11y.facts"))
    postgres.loaded(checks=checks)
    scope = scope_of(lead)
    postgres.loaded(scope=scope)
    require_agreement(lead, postgres)
    assert not postgres.all("select 1 from a11y.facts where not understood")
    decisions = folder / "decisions.csv"
    decisions.write_text(f"kind,identity\nfollow,{erasure}\n")
    require_agreement(lead, OpenDuck(*bundles, checks=checks, decisions=decisions, scope=scope))
    assert Duck(folder / "*.a11y.json").row("v_status") == Duck(folder).row("v_status")


@pytest.mark.parametrize("change", ["indented", "sorted", "crlf", "no final newline", "one line"])
def test_other_layouts_of_the_same_bundle(folder, postgres, dice, change):
    facts = OneDecides(dice, 3, START).live(60).facts()
    text = bundle(TRACKER, facts)
    document = json.loads(text)
    text = {
        "indented": json.dumps(document, indent=4), "sorted": json.dumps(document, sort_keys=True, indent=1) + "\n",
        "crlf": text.replace("\n", "\r\n"), "no final newline": text[:-1],
        "one line": json.dumps(document, ensure_ascii=False)}[change]
    (folder / "other.a11y.json").write_bytes(text.encode())
    plain, = written(folder, facts)
    assert f"{len(facts)} facts, {len(facts)} new" in postgres.loaded(folder / "other.a11y.json")
    assert f"{len(facts)} facts, 0 new" in postgres.loaded(plain)
    both = Duck(folder / "other.a11y.json", plain)
    assert both.row("v_status")["facts"] == len(facts)


@pytest.mark.parametrize("damage, sentence", [
    (lambda text: text.replace('"outcome":"fail"', '"outcome":"pass"', 1), "not as it was written"),
    (lambda text: text.replace('"scope":"partial"', '"scope":"full"', 1), "not as it was written"),
    (lambda text: text[:len(text) // 2], "may still be on its way|not all of one"),
    (lambda text: text.replace('"min_reader":1', '"min_reader":2', 1), "made by a newer a11y"),
    (lambda text: text.replace('"bundle":"a11y"', '"bundle":"b12z"', 1), "not an a11y bundle|not as it was written"),
    (lambda text: "[1, 2]", "not an a11y bundle|no bundle|no JSON"),
    (lambda text: "", "no JSON|no bundle"),
])
def test_a_bundle_that_is_not_whole_changes_nothing(folder, postgres, damage, sentence):
    team = OneDecides(random.Random(7), 2, START).live(40)
    plain, = written(folder, team.facts())
    broken = folder / "broken.a11y.json"
    broken.write_text(damage(plain.read_text()))
    assert broken.read_text() != plain.read_text()
    for done in (postgres.load(broken), Duck(broken).ask("select 1")):
        assert done.returncode == 1
        assert re.search(sentence, done.stderr), done.stderr
    assert postgres.row("v_status")["facts"] == 0
    # The next file of the same call is loaded all the same, and the exit code tells of the first.
    done = postgres.load(broken, plain)
    assert done.returncode == 1 and " new" in done.stdout
    assert postgres.row("v_status")["facts"] == len(team.facts())


def test_another_tracker_is_refused(folder, postgres):
    facts = OneDecides(random.Random(8), 1, START).live(10).facts()
    plain, = written(folder, facts)
    postgres.loaded(plain)
    other = folder / "other.a11y.json"
    other.write_text(bundle("zyxwvuts9876", facts))
    done = postgres.load(other)
    assert done.returncode == 1 and "zyxwvuts9876" in done.stderr and "--any-tracker" in done.stderr
    assert postgres.row("v_status")["facts"] == len(facts)
    # DuckDB keeps nothing that could be mixed up: it has a row for each.
    assert [row["tracker"] for row in Duck(plain, other).rows("v_status")] == [TRACKER, "zyxwvuts9876"]


def test_a_foreign_erasure_waits_until_it_is_followed(folder, postgres):
    one, other = (Replica(random.Random(number), START) for number in (1, 2))
    said = one.add("result", component="home", check="house.rule", outcome="fail", note="a name")
    other.take([said])
    asked = other.add("erase", reason="personal", targets=[other.target(said)])
    plain, = written(folder, list(other.facts.values()))
    postgres.loaded(plain)
    assert [(row["accepted"], row["erased"]) for row in postgres.rows("v_erasure")] == [(False, False)]
    assert postgres.row("v_status")["fail"] == 1
    postgres.run(FOLLOW.format(identity(asked)), "select a11y.rebuild()")
    assert [(row["accepted"], row["erased"]) for row in postgres.rows("v_erasure")] == [(True, True)]
    assert postgres.row("v_status")["in_scope"] == 0
    assert stub(said) in [json.loads(row["line"]) for row in postgres.all("select line from a11y.facts")]
