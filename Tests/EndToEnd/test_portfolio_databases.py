"""Several trackers beside one another: the program, PostgreSQL and DuckDB say the same of each, and never mix them."""

import datetime
import json
import random
import re

import pytest

from databases import Duck, OneDecides, OpenDuck, follow_everyone, postgres, server  # noqa: F401, fixtures
from facts import Replica, bundle
from program import Tracker

START = 1_790_000_000_000
APPS = ["mail", "maps", "music", "notes", "photos"]
IDENTITIES = {app: f"{app}tracker00" for app in APPS}
COUNTS = ["pass", "fail", "na", "cant_tell", "untested", "open", "critical", "serious", "moderate", "minor", "waived",
          "components"]
ANY = ["--any-tracker"]


def made(folder, app: str, facts: list) -> Tracker:
    """A tracker of that name whose facts are these."""
    path = folder / f"{app}.a11y.json"
    path.write_text(bundle(IDENTITIES[app], facts))
    tracker = Tracker(folder / "apps" / app)
    tracker.folder.mkdir(parents=True)
    tracker.ok("init")
    tracker.ok("import", "--adopt", path)
    follow_everyone(tracker)
    tracker.ok("edit", "tracker", "--title", app.title())
    return tracker


def told(tracker: Tracker) -> tuple:
    """The checks as they read now, and the cells that count."""
    paths = tracker.folder / "checks.csv", tracker.folder / "scope.csv"
    for path, words in zip(paths, (
            "list checks --format csv --raw --columns id,version,category,title,measurement,impact",
            "list cells --all --format csv --raw --columns component,check,condition,stale")):
        path.write_bytes(tracker.ok(*words.split()).out)
    return paths


@pytest.fixture
def apps(folder, dice):
    """Five trackers in which the same components were tested with other results, and all bundles in one folder."""
    (folder / "exchange").mkdir()
    trackers = {}
    for app in APPS:
        facts = OneDecides(dice, dice.randint(1, 3), START).live(dice.choice([15, 60, 150])).facts()
        trackers[app] = tracker = made(folder, app, facts)
        # Those that somebody has deleted stay so.
        tracker.run("new", "component", "--from", "-", "--partial",
                    stdin=b"key,kind\nhome,screen\nsearch,screen\nsign-in/close-button,icon-button\n")
        tracker.register("start,screen", "about,screen")
        for component in ("start", "about"):
            tracker.log("fail", "voiceover.label-present", component, "-s", "1")
        tracker.ok("new", "waiver", "about", "voiceover.label-present", "--reason", "deferred", "--approver", "a",
                   "--until", "2199-01-31")
        for _ in range(4):
            tracker.log("fail", "voiceover.label-present", dice.choice(["home", "search"]), "-s", str(dice.randint(1, 4)))
            tracker.log(dice.choice(["pass", "na", "cant-tell"]), "voiceover.label-present", "sign-in/close-button")
        if dice.random() < 0.7:
            tracker.run("undo", "--tester", "t1")
        for component in dice.sample(["home", "search", "sign-in/close-button"], dice.randrange(1, 4)):
            tracker.run("new", "waiver", component, "voiceover.label-present", "--reason", "deferred", "--approver", "a",
                        "--until", "2199-01-31")
        # What one has told, and all that it has now: in a folder with those of the others.
        (folder / "exchange" / f"{dice.randrange(10**6):06}-{app}.a11y.json").write_text(
            bundle(IDENTITIES[app], [fact for fact in facts if dice.random() < 0.6]))
        tracker.ok("export", "-o", folder / "exchange" / f"{dice.randrange(10**6):06}-{app}-all.a11y.json")
    return folder, trackers


def said(folder, trackers: dict) -> dict:
    """What the program says of each, and of all together."""
    any_one = next(iter(trackers.values()))
    answer = json.loads(any_one.ok("status", "--tracker", folder / "apps", "--json").out)
    rows = {row["name"]: row for row in answer["trackers"]}
    assert sorted(rows) == sorted(app.title() for app in trackers)
    for name in COUNTS:
        assert answer["total"][name] == sum(row[name] for row in rows.values())
    for app, tracker in trackers.items():
        # The row of a tracker is what it says by itself.
        alone = json.loads(tracker.ok("status", "--json").out)
        assert {name: rows[app.title()][name] for name in COUNTS[:5]} == alone["cells"]
        assert rows[app.title()]["waived"] == alone["waived"]
    return answer


def require_same(answer: dict, rows: list) -> None:
    rows = {row["name"]: row for row in rows}
    assert sorted(rows) == sorted(row["name"] for row in answer["trackers"])
    now = datetime.datetime.fromisoformat(answer["generated"])
    for row in answer["trackers"]:
        found = rows[row["name"]]
        assert {name: found[name] for name in COUNTS} == {name: row[name] for name in COUNTS}, row["name"]
        assert (found["judged"], found["applicable"]) == (
            row["pass"] + row["fail"], row["pass"] + row["fail"] + row["cant_tell"] + row["untested"])
        for age, name in (("newest_days", "newest"), ("oldest_days", "oldest")):
            days = found[name] and max(0, (now - datetime.datetime.fromisoformat(found[name])).days)
            assert days == row[age]
    for name in COUNTS:
        assert sum(row[name] for row in rows.values()) == answer["total"][name]


def test_all_say_the_same_of_each_and_of_all(apps, postgres, dice):
    folder, trackers = apps
    answer = said(folder, trackers)
    assert all(answer["total"][name] >= len(APPS) for name in ("open", "waived", "untested"))
    files = {app: told(tracker) for app, tracker in trackers.items()}

    bundles = sorted((folder / "exchange").iterdir())
    first, *others = dice.sample(APPS, len(APPS))
    postgres.loaded(*(path for path in bundles if f"-{first}" in path.name))
    if dice.random() < 0.5:
        postgres.loaded(checks=files[first][0])
    done = postgres.load(*(path for path in bundles if f"-{others[0]}" in path.name))
    assert done.returncode == 1 and "--any-tracker" in done.stderr
    postgres.loaded(*dice.sample(bundles, len(bundles)), options=ANY)
    for app, (checks, scope) in files.items():
        postgres.loaded(checks=checks, options=["--tracker", IDENTITIES[app]])
        postgres.loaded(scope=scope, options=["--tracker", IDENTITIES[app]])
    rows = postgres.rows("v_portfolio")
    require_same(answer, rows)
    assert {row["tracker"] for row in rows} == set(IDENTITIES.values())
    again = postgres.loaded(*bundles, options=ANY)
    assert all(line.endswith(" 0 new: all were here already") for line in again.splitlines())
    assert postgres.rows("v_portfolio") == rows

    options = [word for app, (checks, scope) in files.items() for word in (
        "--checks", f"{IDENTITIES[app]}={checks}", "--scope", f"{IDENTITIES[app]}={scope}")]
    duck = Duck(folder / "exchange", options=options)
    require_same(answer, duck.rows("v_portfolio"))
    assert sorted(row["tracker"] for row in duck.rows("v_portfolio")) == sorted(IDENTITIES.values())

    # Every view has the tracker at hand, or all of them beside one another.
    mixed = {view: duck.rows(view) for view in ("v_status", "v_cell", "v_trend", "v_record")}
    for app in APPS:
        alone = OpenDuck(*(path for path in bundles if f"-{app}" in path.name), checks=files[app][0], scope=files[app][1])
        for view, rows_of_all in mixed.items():
            mine = [{name: value for name, value in row.items() if name != "tracker"} for row in rows_of_all
                    if row["tracker"] == IDENTITIES[app]]
            assert mine == alone.rows(view), view
    for app in APPS:
        status, = postgres.all("select * from v_status", IDENTITIES[app])
        row, = (row for row in rows if row["tracker"] == IDENTITIES[app])
        assert {name: status[name] for name in COUNTS[:5]} == {name: row[name] for name in COUNTS[:5]}
        assert (status["facts"], status["waived"]) == (row["facts"], row["waived"])


def test_a_bundle_of_one_tracker_changes_no_other(folder, postgres, dice):
    """Not even where the same facts are in both, where one asks to take back or erase, or where a fork comes."""
    identities = [f"tracker{number}0000" for number in range(4)]
    heaps = {identity: OneDecides(dice, 2, START).live(60).facts() for identity in identities[:3]}
    # A copy of the file that became a tracker of its own, and went on.
    heaps[identities[3]] = [fact for fact in heaps[identities[0]] if dice.random() < 0.8]
    paths = []
    for identity, facts in heaps.items():
        for part in range(3):
            paths.append((identity, folder / f"{len(paths)}.a11y.json"))
            paths[-1][1].write_text(
                bundle(identity, facts if part == 2 else [fact for fact in facts if dice.random() < 0.5]))
    dice.shuffle(paths)
    known = {}
    for identity, path in paths:
        postgres.loaded(path, options=ANY)
        rows = {row["tracker"]: row for row in postgres.rows("v_portfolio")}
        assert {name: row for name, row in rows.items() if name != identity} == {
            name: row for name, row in known.items() if name != identity}
        known = rows
    decided = "select identity from a11y.v_erasure where waits union select identity from a11y.v_retraction where waits"
    for row in postgres.all(decided, identities[1]):
        postgres.run(f"insert into a11y.decision values ('follow', decode('{row['identity']}', 'hex'))")
    postgres.run(f"set a11y.tracker = '{identities[1]}'", "select a11y.rebuild()")
    rows = {row["tracker"]: row for row in postgres.rows("v_portfolio")}
    assert {name: row for name, row in rows.items() if name != identities[1]} == {
        name: row for name, row in known.items() if name != identities[1]}
    for identity in identities:
        views = ("v_status", "v_trend", "v_record", "v_held")
        before = {view: postgres.all(f"select * from {view}", identity) for view in views}
        postgres.run(f"set a11y.tracker = '{identity}'", "select a11y.rebuild()")
        for view, found in before.items():
            assert sorted(map(str, postgres.all(f"select * from {view}", identity))) == sorted(map(str, found)), view
    assert {row["tracker"]: row for row in postgres.rows("v_portfolio")} == rows

    mixed = {row["tracker"]: row for row in Duck(folder).rows("v_portfolio")}
    for identity in identities:
        assert Duck(*(path for name, path in paths if name == identity)).row("v_portfolio") == mixed[identity]
        if identity != identities[1]:
            assert rows[identity] == mixed[identity]


def test_a_waiver_counts_until_its_day_is_over(folder, postgres):
    replica = Replica(random.Random(3), START)
    for component in ("home", "search", "settings"):
        replica.add("result", component=component, check="house.rule", outcome="fail", severity=1)
    for component, until in (("home", "2020-01-31"), ("search", "2199-01-31")):
        replica.add("set", kind="waiver", key=component, fields={
            "component": component, "check": "house.rule", "reason": "deferred", "approver": "a", "until": until})
    path = folder / "one.a11y.json"
    path.write_text(bundle("abcdefgh2345", list(replica.facts.values())))
    postgres.loaded(path)
    for row in (postgres.row("v_portfolio"), Duck(path).row("v_portfolio")):
        assert (row["fail"], row["open"], row["waived"], row["critical"]) == (3, 2, 1, 2)
        assert (row["tracker"], row["name"], row["untested"], row["facts"]) == ("abcdefgh2345", "", None, 5)
    # Its last day passes, and nothing comes in.
    postgres.run("update a11y.portfolio_waived set until = '2026-01-01' where until = '2199-01-31'")
    row = postgres.row("v_portfolio")
    assert (row["fail"], row["open"], row["waived"], row["critical"]) == (3, 3, 0, 3)


def one_each(folder) -> list:
    paths = []
    for number, identity in enumerate(["firsttracker", "secondtracker"]):
        replica = Replica(random.Random(number), START)
        for component in ["home", "search"][number:]:
            replica.add("result", component=component, check="house.rule", outcome="fail", severity=1)
        paths.append(folder / f"{identity}.a11y.json")
        paths[-1].write_text(bundle(identity, list(replica.facts.values())))
    return paths


def test_names_for_trackers(folder):
    first, second = one_each(folder)
    named = Duck(second, options=["--tracker", f"first={first}"])
    assert sorted((row["tracker"], row["fail"]) for row in named.rows("v_portfolio")) == [
        ("first", 2), ("secondtracker", 1)]
    assert [(row["tracker"], row["fail"]) for row in named.all(
        "with sums as (select tracker, sum(fail) as fail from v_by_component group by tracker) from sums order by 1"
    )] == [("first", 2), ("secondtracker", 1)]
    one = Duck(options=["--tracker", f"it's={first}"])
    assert [row["tracker"] for row in one.rows("v_finding")] == ["it's"] * 2
    # In any number of files, some of them named twice.
    again = Duck(first, options=["--tracker", f"first={folder}/first*.json", "--tracker", f"second={second}"])
    assert sorted((row["tracker"], row["facts"]) for row in again.rows("v_portfolio")) == [("first", 2), ("second", 1)]


@pytest.mark.parametrize("options, sentence", [
    (["--tracker", "one={folder}"], "bundles of more than one tracker have the name one"),
    (["--tracker", "one={first}", "--tracker", "two={first}"], "one and two are the same tracker"),
    (["--tracker", "secondtracker={first}"], "the identity of another tracker"),
    (["--tracker", "={first}"], "no NAME=BUNDLE"),
    (["--scope", "{scope}"], "several trackers: say whose it is"),
    (["--scope", "none={scope}"], "no bundle is of the tracker none"),
    (["--scope", "firsttracker={scope}", "--scope", "firsttracker={scope}"], "given twice for firsttracker"),
    (["--checks", "{scope}", "--checks", "{scope}"], "given twice"),
])
def test_what_cannot_be_told_apart_is_refused(folder, options, sentence):
    first, second = one_each(folder)
    scope = folder / "scope.csv"
    scope.write_text("component,check,condition,stale\n")
    done = Duck(first, second, options=[
        option.format(folder=folder, first=first, scope=scope) for option in options]).ask("select * from v_portfolio")
    assert done.returncode in (1, 2) and not done.stdout
    assert re.search(sentence, done.stderr), done.stderr


def test_one_damaged_bundle_refuses_the_question(folder):
    first, second = one_each(folder)
    second.write_text(second.read_text().replace('"fail"', '"pass"'))
    done = Duck(first, second).ask("select * from v_portfolio")
    assert done.returncode == 1 and f"{second}: not as it was written" in done.stderr and not done.stdout


def test_postgres_asks_which_tracker_is_meant(folder, postgres):
    first, second = one_each(folder)
    postgres.loaded(first)
    assert postgres.row("v_status")["fail"] == 2
    postgres.loaded(second, options=ANY)
    # What was known stays known without the flag.
    postgres.loaded(first, second)
    with pytest.raises(AssertionError, match="this database holds several trackers: set a11y.tracker to one of them"):
        postgres.row("v_status")
    with pytest.raises(AssertionError, match="this database holds no tracker other"):
        postgres.all("select * from v_status", "other")
    scope = folder / "scope.csv"
    scope.write_text("component,check,condition,stale\nhome,house.rule,,\nhome,house.other,,\n")
    done = postgres.load(scope=scope)
    assert done.returncode == 1 and "several trackers" in done.stderr
    postgres.loaded(scope=scope, options=["--tracker", "secondtracker"])
    assert sorted((row["tracker"], row["fail"], row["untested"]) for row in postgres.rows("v_portfolio")) == [
        ("firsttracker", 2, None), ("secondtracker", 0, 2)]
    assert [row["fail"] for row in postgres.all("select fail from v_status", "firsttracker")] == [2]
    # Checks are for all, but for a tracker that has its own.
    checks = folder / "checks.csv"
    for impact, options in (("minor", []), ("moderate", ["--tracker", "secondtracker"])):
        checks.write_text(f"id,version,category,title,measurement,impact\nhouse.rule,1,{impact},A rule,,{impact}\n")
        postgres.loaded(checks=checks, options=options)
    assert {row["category"] for row in postgres.all("select category from v_cell", "firsttracker")} == {"minor"}
    assert {row["category"] for row in postgres.all("select category from v_cell", "secondtracker")} == {"moderate"}
    assert postgres.load(first, options=["--tracker", "a b"]).returncode == 2
