"""What one file of a stranger costs: no more than its size explains, in an import and in every command after it."""

import contextlib
import json
import sqlite3

import pytest

from facts import reference
from forging import Chain, give, told
from program import CHECK, Tracker, processor_time
from team import Machine


def used(tracker, *words) -> float:
    before = processor_time()
    tracker.ok(*words)
    return processor_time() - before


def notes_of_many(count, prefix="m"):
    """One note of each of many replicas: every worksheet window and every session is one."""
    facts = []
    for number in range(count):
        chain = Chain(f"{prefix}{number:011d}", "m")
        chain.add("note", component="home", text="x", tester="m")
        facts += chain.facts
    return facts


def test_five_thousand_replicas_are_exported_and_come_back(tracker, folder):
    tracker.ok("import", give(tracker, *notes_of_many(4_300)))
    out = folder / "all.json"
    tracker.ok("export", "-o", out)
    tracker.ok("verify", out)
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "--adopt", out)
    assert other.ok("export", "-o", "-").out == out.read_bytes()
    # What is known of all of them is enough to send the rest alone.
    tracker.ok("log", "pass", CHECK, "home", "--tester", "t1")
    tracker.ok("export", "--since", out, "-o", folder / "news.json")
    assert len(json.loads((folder / "news.json").read_text())["facts"]) == 1


def test_a_sync_writes_one_file_for_the_facts_of_others(folder):
    shared = folder / "shared"
    shared.mkdir()
    tia = Machine(folder / "tia", "tia", shared).found("home")
    tia.ok("import", give(tia, *notes_of_many(300)))
    written = tia.sync()["written"]
    assert len(written) == 2 and sorted(entry["facts"] for entry in written)[1] == 300
    tom = Machine(folder / "tom", "tom", shared).join()
    assert tom.export() == tia.export()
    assert tom.sync()["written"] == tia.sync()["written"] == []


def test_a_part_with_many_gaps_is_exported(tracker, folder):
    rows = "".join(f"{'fail' if number % 2 else 'pass'}\t{CHECK}\thome\t\t\tnote {number}\n" for number in range(2_000))
    tracker.ok("log", "-", "--tester", "t1", stdin=rows.encode())
    for words in (["--query", "status:fail"], ["--redact"]):
        tracker.ok("export", *words, "-o", folder / "part.json", "--yes")
        tracker.ok("verify", folder / "part.json")


def test_shortcuts_of_others_push_those_of_this_machine_out_of_no_list(empty):
    chain = Chain("m" * 12, "m")
    for number in range(600):
        chain.add("set", kind="shortcut", key=f"a{number}", fields={"keys": "Command-K", "action": f"a{number}"}, by="m")
    empty.ok("import", give(empty, *chain.facts))
    for action in "own y", "own z":
        empty.ok("new", "shortcut", "cmd+k", "--action", action)
    rows = {row["action"]: json.dumps(row) for row in json.loads(empty.ok("list", "shortcuts", "--json").out)["rows"]}
    assert len(rows) == 602
    assert "own z" in rows["own y"] and "own y" in rows["own z"] and "own y" in rows["a7"]


def test_shortcuts_with_the_same_keys_make_no_list_of_all_pairs(folder):
    """3000 of a stranger took a report a minute: each was compared with each, and named with each."""
    sizes = []
    for count in (200, 800):
        chain = Chain("m" * 12, "m")
        for number in range(count):
            chain.add("set", kind="shortcut", key=f"s{number}", fields={"keys": "Command-K", "action": f"a{number}"}, by="m")
        other = Tracker(folder / str(count))
        other.folder.mkdir()
        other.begin()
        other.ok("import", give(other, *chain.facts))
        sizes.append(len(other.ok("list", "shortcuts", "--json").out))
    assert sizes[1] < 5 * sizes[0], sizes


def test_many_audits_ask_of_a_component_once_which_checks_apply(folder):
    """150 audits of 1,500 components that each differ in what they have took 30 s: each audit as long as the first."""
    features = ["glass", "blur", "haptics", "state", "destructive", "share", "media", "sound", "drag", "badge", "search"]
    times = []
    for count in (1, 60):
        chain = Chain("m" * 12, "m")
        for number in range(500):
            has = [name for place, name in enumerate(features) if number >> place & 1]
            chain.add("set", kind="component", key=f"c{number}", fields={"kind": "button", "has": has or ["none"]}, by="m")
        for number in range(count):
            chain.add("set", kind="audit", key=f"a{number}", fields={"conditions": ["default"]}, by="m")
        tracker = Tracker(folder / str(count))
        tracker.folder.mkdir()
        tracker.begin()
        tracker.ok("import", give(tracker, *chain.facts))
        times.append(used(tracker, "status"))
    assert times[1] < 12 * times[0], times


def test_what_is_too_large_is_kept_and_changes_nothing(tracker):
    """The limits of the command line hold for what comes, too."""
    before = tracker.ok("status", "--json").out
    chain = Chain("m" * 12, "m")
    chain.add("set", kind="setting", key="tracker", fields={"conditions": [f"x{number}" for number in range(30_000)]}, by="m")
    chain.add("set", kind="waiver", key="w1", fields={
        "component": "a/" * 5_000 + "**", "check": "**", "until": "2099-01-01", "reason": "x"}, by="m")
    chain.add("set", kind="waiver", key="w2", fields={
        "component": "/**/a" * 9, "check": "**", "until": "2099-01-01", "reason": "x"}, by="m")
    chain.add("set", kind="component", key="k" * 600, fields={"kind": "button"}, by="m")
    chain.add("note", component="home", text="x" * 70_000, tester="m")
    chain.result(component="home", device="d" * 1_100)
    assert used(tracker, "import", give(tracker, *chain.facts)) < 5
    answer = json.loads(tracker.ok("import", give(tracker, *chain.facts), "--json").out)
    assert answer["files"][0]["same"] == 6 if "files" in answer else answer["same"] == 6
    after = json.loads(tracker.ok("status", "--json").out)
    assert {**json.loads(before), "generated": ""}.get("counts") == {**after, "generated": ""}.get("counts")
    assert json.loads(tracker.ok("list", "waivers", "--json").out)["rows"] == []
    assert "6 entries are not applied: too large" in " ".join(tracker.ok("doctor").text.split())
    assert len(told(tracker)) >= 6 and "not applied: too large" in " ".join(tracker.ok("doctor", "--rebuild").text.split())


def test_a_long_title_or_owner_of_others_is_kept_and_shown_cut(tracker):
    """60 kB in one line, which no command takes, stood in every status, gate and walk, once for each finding."""
    tracker.log("fail", CHECK, "home", "-s", "1")
    shown = [["status"], ["gate", "--max-critical", "0"], ["list", "components"], ["list", "components", "--json"],
             ["list", "findings", "--json"], ["list", "questions"], ["show", "home"], ["report"], ["report", "--html", "-"]]
    before = [len(tracker.run(*words).text) for words in shown]
    seen = [reference(fact) for fact in told(tracker) if fact["kind"] == "set"]
    chain = Chain("m" * 12, "m")
    chain.add("set", seen, kind="component", key="home", fields={"title": "t" * 60_000}, by="m")
    chain.add("set", seen, kind="component", key="home", fields={"owner": "w" * 60_000}, by="m")
    chain.add("set", kind="question", key="q", fields={"title": "\u00e9" * 30_000}, by="m")
    tracker.ok("import", give(tracker, *chain.facts))
    for words, length in zip(shown, before):
        assert len(tracker.run(*words).text) < length + 20_000, words
    row, = [row for row in json.loads(tracker.ok("list", "components", "--json").out)["rows"] if row["key"] == "home"]
    assert (row["title"], row["owner"]) == ("t" * 997 + "...", "w" * 997 + "...")
    row, = json.loads(tracker.ok("list", "questions", "--json").out)["rows"]
    assert row["title"] == "\u00e9" * 498 + "..."
    # It counts, and travels on as it is.
    assert "not applied" not in tracker.run("doctor").text
    assert [fact["body"] for fact in told(tracker) if fact["r"] == "m" * 12] == [fact["body"] for fact in chain.facts]


@pytest.mark.costly
def test_edits_at_once_of_one_field_cost_no_square(folder):
    """Each of them is a fork as well: a branch of its own."""
    times = []
    for count in (500, 2_000):
        facts = []
        for number in range(count):
            chain = Chain("a" * 12)
            chain.add("set", kind="component", key="home", fields={"title": f"x{number}"}, by="x")
            facts += chain.facts
        other = Tracker(folder / str(count))
        other.folder.mkdir()
        other.begin()
        other.register("home,button")
        times.append(used(other, "import", give(other, *facts)))
        other.ok("export", "-o", "all.json")
    assert times[1] < 1 or times[1] < 8 * times[0], times


def test_a_scope_that_fits_no_memory_is_an_error_in_words(tracker):
    """1000 components by 1000 checks by 250 conditions in a bundle of 770 kB ended the gate with a signal."""
    text = {"affects": "x", "applies_to": [], "category": "house", "conflicts": [], "expected": "x", "how": "x",
            "impact": "minor", "impact_origin": "assigned", "measurement": None, "method": "manual", "min_os": {},
            "note": None, "platforms": ["iOS"], "profiles": [], "remedy": "x", "sources": [], "title": "t", "wcag": [],
            "xcui_audit": []}
    chain = Chain("m" * 12, "m")
    for number in range(400):
        chain.component(f"c{number}")
        chain.add("set", kind="check", key=f"house.c{number}", fields={**text, "id": f"house.c{number}"}, by="m")
    chain.add("set", kind="setting", key="tracker", fields={"conditions": [f"x{number}" for number in range(250)]}, by="m")
    tracker.ok("import", give(tracker, *chain.facts))
    tracker.ok("follow", "m" * 12)
    answer = tracker.run("gate", "--max-critical", "0")
    assert answer.code == 4 and "items, which are not listed at once" in answer.error


def test_the_source_of_a_component_that_others_named_is_not_read_outside(tracker, folder):
    """The digest of a private file went into the next bundle, and four digits are soon tried."""
    secret = folder / "pin"
    secret.write_text("4711\n")
    chain = Chain("m" * 12, "m")
    chain.add("set", [reference(fact) for fact in told(tracker) if fact["kind"] == "set"], kind="component", key="home",
              fields={"source": str(secret), "source_digest": "0" * 16}, by="m")
    tracker.ok("import", give(tracker, *chain.facts))
    assert "0 components with a source file" in tracker.run("doctor", "--sources").text, "it waits"
    tracker.ok("follow", "m" * 12)
    answer = tracker.run("doctor", "--sources", "--refresh", "-y")
    assert "outside of the project and named by another machine" in " ".join(answer.text.split()).lower()
    assert [fact for fact in told(tracker) if fact["kind"] == "set" and fact["r"] != "m" * 12
            and "source_digest" in fact["body"]["fields"]] == []
    # What this machine named itself is read wherever it is.
    tracker.ok("edit", "component", "search", "--source", secret)
    assert tracker.rows("SELECT json_extract(doc, '$.source_digest') FROM record WHERE key = 'search'")[0][0]


@pytest.mark.parametrize("count", [2**63 - 1, -(2**63)])
def test_a_count_of_results_that_no_file_has_room_for_is_no_measure_of_memory(tracker, count):
    """The number stands in the file; the sum of two of the largest ends the query, and a reader took it for room."""
    tracker.ok("new", "component", "other", "--kind", "button")
    tracker.ok("new", "audit", "spring")
    for key in "home", "other":
        tracker.ok("log", "pass", CHECK, key, "--audit", "spring", "--tester", "t1")
    with contextlib.closing(sqlite3.connect(tracker.database)) as database, database:
        database.execute("UPDATE cell SET results = ?", [count])
    for words in (["status"], ["list", "audits"], ["status", "--audit", "spring"], ["report", "--audit", "spring"]):
        tracker.ok(*words)
    assert tracker.run("doctor").code == 1
    tracker.ok("doctor", "--rebuild")
    tracker.require_sound()


def test_machines_of_which_something_waits_are_listed_in_a_time_for_each(tracker):
    """Of each machine all that waits was gone through: three thousand took ten seconds."""
    facts = []
    for number in range(2_500):
        chain = Chain(f"m{number:011d}", "m")
        chain.add("set", kind="setting", key="tracker", fields={"policy": f"max-critical {number}"}, by="m")
        facts += chain.facts
    tracker.ok("import", give(tracker, *facts))
    assert used(tracker, "follow") < 2
    assert len(tracker.ok("follow").text.splitlines()) == 22
    assert "And 2,480 more not followed: a11y follow --all" in tracker.ok("follow").text
    assert len(tracker.ok("follow", "--all").text.splitlines()) == 2_501
    authors = json.loads(tracker.ok("waiting", "--json").out)["authors"]
    # For each author all that waits is gone through again.
    assert [author["effect"] is not None for author in authors] == [True] * 5 + [False] * 2_495
    others = json.loads(tracker.ok("follow", "--json").out)["others"]
    assert len(others) == 2_500 and {other["waiting"] for other in others} == {1}


def test_disputed_items_are_listed_in_a_time_for_each(tracker):
    """For each side all disputes were gone through: two and a half thousand took fifteen seconds."""
    chains = [Chain(letter * 12, letter) for letter in "mn"]
    for number in range(2_500):
        for chain, outcome in zip(chains, ["pass", "fail"]):
            chain.result(outcome, f"c{number}")
    chains[0].result("pass", "c1", condition="dark")
    chains[1].result("fail", "c1", condition="dark")
    tracker.ok("import", give(tracker, *chains[0].facts, *chains[1].facts))
    assert used(tracker, "resolve") < 3
    listed = tracker.ok("resolve").text
    assert listed.startswith("2,501 conflicts: ")
    assert "c1 pass --condition default -m" in listed and "c1 pass --condition dark -m" in listed
    assert "c2 pass -m" in listed


def test_what_is_set_for_findings_is_read_once_in_a_release_check(tracker):
    """For each failure of others it was read again: ten thousand took a hundred seconds."""
    chain = Chain("m" * 12, "m")
    for number in range(4_000):
        chain.add("set", kind="finding", key=f"f{number}", by="m", fields={
            "component": f"c{number}", "check": CHECK, "ticket": f"T-{number}"})
        chain.result("fail", f"c{number}")
    tracker.ok("import", give(tracker, *chain.facts))
    assert used(tracker, "gate", "--no-regressions", "--report-only") < 2
    assert used(tracker, "gate", "--baseline", "2026-03-01", "--report-only") < 2


@pytest.mark.parametrize("time", [-62_135_596_800_000, 253_402_300_799_999])
def test_a_result_that_is_stated_for_a_far_year_stops_no_report(tracker, time):
    """One result of the year 1, which anyone may send, ended every report and trend with 4: there were too many weeks since then."""
    tracker.log("fail", CHECK, "home", "-s", "1")
    chain = Chain("m" * 12, "mal")
    chain.result("pass", "search", time=time)
    tracker.ok("import", give(tracker, *chain.facts))
    for words in (["report"], ["report", "--html", "page.html", "-y"], ["report", "--compare", "2026-01-01"], ["status"], ["trend"],
                  ["trend", "--every", "month"], ["trend", "--html", "trend.html", "-y"], ["report", "--portfolio", "."]):
        tracker.ok(*words)
    assert len((tracker.folder / "page.html").read_bytes()) < 300_000
