"""Whatever machines write that nobody here follows: no figure, no verdict and no closed audit gets better.

A11Y_STRANGERS  how many random trackers, 1 unless set
"""

import json
import os
import random
import re
import shutil
import time

import pytest

from conftest import SEED
from forging import Chain, give, told
from program import CHECK, Tracker
from strangers import FIELDS, KINDS, adding, changing, decided, ruled, taking_back
from tapping import PLAN

DAY, NOW = 86_400_000, int(time.time() * 1000)
TRACKERS = int(os.environ.get("A11Y_STRANGERS") or 1)
# When it was asked, as days left until a date are of today, and what tells of what waits.
TIMES = {"as_of", "attention", "generated", "generated_at", "now", "notices", "now_s", "undecided", "waiting", "at",
         "remarks", "next", "conflicts", "days_left"}
# What anyone may write of a record that is there.
HARMLESS = {"title", "owner", "note", "ticket", "source", "tags", "tasks", "questions", "tickets", "ticket_links"}


TITLED = re.compile(r"date: |^title: |^notes: |^  name: ")


def trimmed(value):
    """Without times, and without what decides nothing."""
    if isinstance(value, dict):
        return {name: trimmed(one) for name, one in value.items() if name not in TIMES | HARMLESS}
    return [trimmed(one) for one in value] if isinstance(value, list) else value


def figures(tracker: Tracker) -> dict:
    """What every output says that decides."""
    asked = {
        "status": ["status"], "audit": ["status", "--audit", "winter"], "gate": ["gate"], "report": ["report"],
        "strict": ["gate", "--max-critical", "0"], "gate of a closed audit": ["gate", "--audit", "winter", "--max-critical", "0"],
        "gate of an audit": ["gate", "--audit", "spring", "--max-critical", "0"], "tap": ["tap", "report", PLAN],
        "labels": ["report", "--declarations"], "portfolio": ["report", "--portfolio", "."], "trend": ["trend"],
        "fixes": ["list", "fixes"],
        **{kind: ["list", kind, "--all"] if kind == "cells" else ["list", kind] for kind in (
            "cells", "findings", "criteria", "waivers", "audits", "checks", "components", "plans", "sessions", "verdicts")}}
    found = {}
    for name, words in asked.items():
        answer = tracker.run(*words, "--json")
        found[name] = [answer.code, trimmed(json.loads(answer.out) if answer.out else None)]
    for row in found["portfolio"][1]["trackers"]:
        del row["name"]
    # Who owns a component decides nothing.
    found["fixes"][1]["rows"] = [row for row in found["fixes"][1]["rows"] if row["by"] != "owner"]
    # Files for other programs, without dates and what has a title.
    for form, left in ("openacr", TITLED), ("earl", re.compile('"dct?:?date"|TestSubject')):
        answer = tracker.run("report", f"--{form}", "-")
        found[form] = [answer.code, [line for line in answer.text.splitlines() if not left.search(line)]]
    return found


def difference(before, after, path="") -> list:
    """Where two values differ, for a message."""
    if isinstance(before, dict) and isinstance(after, dict):
        return [line for name in sorted({*before, *after}) for line in difference(
            before.get(name), after.get(name), f"{path}.{name}")]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [line for place, pair in enumerate(zip(before, after)) for line in difference(*pair, f"{path}[{place}]")]
    return [] if before == after else [f"{path}: {json.dumps(before)[:300]} became {json.dumps(after)[:300]}"]


def culprits(kept: Tracker, facts: list, before: dict, worse) -> list:
    """The entries that do it alone, found by halves on copies."""
    def does(some: list) -> list:
        copy = Tracker(kept.folder.with_name("copy"))
        shutil.rmtree(copy.folder, ignore_errors=True)
        shutil.copytree(kept.folder, copy.folder)
        copy.ok("import", give(copy, *some))
        return worse(before, figures(copy))

    while len(facts) > 1:
        half = next((half for half in (facts[:len(facts) // 2], facts[len(facts) // 2:]) if does(half)), None)
        if half is None:
            break
        facts = half
    return [json.dumps(fact)[:3000] for fact in facts[:3]] + does(facts)[:6]


def require(kept: Tracker, before: dict, tracker: Tracker, facts: list, worse) -> dict:
    after = figures(tracker)
    if lines := worse(before, after):
        pytest.fail("\n".join([*lines[:12], "by:", *culprits(kept, facts, before, worse)]))
    return after


def milder(before: dict, after: dict) -> list:
    """What became better where others only added: what was there is as it was, and no verdict is better."""
    lines = []
    for name, (code, said) in before.items():
        now, told = after[name]
        if name in ("waivers", "findings", "verdicts", "sessions", "tap", "audit", "gate of a closed audit"):
            lines += difference([code, said], [now, told], f".{name}")
        elif "rows" in said:
            known = {place(row): row for row in told["rows"]}
            lines += [line for row in said["rows"] for line in fewer(row, known.get(place(row)), f".{name} {place(row)}")]
        elif now != code and not now == 1:
            lines.append(f"{name}: exit code {code} became {now}")
    for name in ("pass", "fail", "na", "cant_tell"):
        lines += difference(before["status"][1]["cells"][name], after["status"][1]["cells"][name], f".status.{name}")
    return lines + difference(before["status"][1]["waived"], after["status"][1]["waived"], ".status.waived")


def place(row: dict) -> str:
    return " ".join(str(row[name]) for name in ("component", "check", "condition", "key", "name", "criterion", "id")
                    if row.get(name))


def fewer(row, now, path: str) -> list:
    """Whether a row went away or says something else, but that more is asked for: items that are not tested yet."""
    if now is None:
        return [f"{path} went away"]
    lines = []
    for name, one in row.items():
        if isinstance(one, dict):
            lines += fewer(one, now[name], f"{path}.{name}")
        elif name == "checklists" and "version" in row:
            lines += [] if set(one) <= set(now[name]) else [f"{path} is on fewer checklists"]
        elif not (name in MORE and now[name] >= one or name in LESS and (now[name] or 0) <= (one or 0)):
            lines += difference(one, now[name], f"{path}.{name}")
    return lines


# What grows where something is added, and what gets smaller.
MORE = {"cells", "components", "untested", "scope", "planned", "checks", "total"}
LESS = {"compliance", "coverage", "percent", "evaluated"}


@pytest.mark.parametrize("number", range(TRACKERS))
def test_what_strangers_write_decides_nothing_until_they_are_followed(folder, number):
    dice = random.Random(f"{SEED} strangers {number}")
    tracker, kept = Tracker(folder / "one"), Tracker(folder / "kept")
    tracker.folder.mkdir()
    decided(tracker, dice)
    shutil.copytree(tracker.folder, kept.folder)
    before, facts = figures(tracker), told(tracker)
    changes = [fact for one in range(3) for fact in changing(tracker, dice, one, facts)]
    tracker.ok("import", give(tracker, *changes))
    before = require(kept, before, tracker, changes, difference)
    added = [fact for one in (3, 4) for fact in adding(dice, one, facts)]
    tracker.ok("import", give(tracker, *added))
    before = require(kept, before, tracker, added, milder)
    # What counts of it stays where its authors take it back.
    undone = taking_back(added)
    tracker.ok("import", give(tracker, *undone))
    before = require(kept, before, tracker, added + undone, difference)
    # Followed, it takes effect; not followed any more, all is as it was.
    authors = [fact["r"] for fact in changes[:1] + added[-1:]]
    shown = tracker.rows("SELECT * FROM record")
    tracker.ok("follow", *authors)
    assert not {proposal["replica"] for proposal in json.loads(tracker.ok("waiting", "--json").out)["proposals"]} & {*authors}
    assert tracker.rows("SELECT * FROM record") != shown, "it takes no effect"
    tracker.ok("follow", *(word for author in authors for word in ("--none", author)))
    assert difference(before, figures(tracker)) == []
    tracker.ok("doctor")


def test_the_kinds_and_fields_of_the_program_are_found():
    assert {"component", "audit", "check", "checklist", "waiver", "verdict", "question", "task", "shortcut", "gesture",
            "finding", "reference", "setting", "plan"} <= set(KINDS)
    assert {"retired", "planned." + "touch-target.minimum-44pt", "checklists", "stale_days", "omits"} <= set(FIELDS)
    assert {"approver", "remarks", "target", "measurement", "closed", "severity"} <= set(FIELDS)
    assert {"build", "assignments", "whole_app", "title"} <= set(ruled("audit")) and "wcag" in ruled("check")


def test_a_ticket_that_a_stranger_names_is_a_link_and_moves_no_other_figure(tracker):
    tracker.log("fail", CHECK, "home", "-s", "1")
    before = figures_of_findings(tracker)
    stranger = Chain("m" * 12, "mal")
    for number, ticket in enumerate(("APP-1", "https://example.org/2", "")):
        stranger.add("set", kind="finding", key=f"home {CHECK}", by="mal", fields={
            **({} if number else {"component": "home", "check": CHECK}), "ticket": ticket})
        tracker.ok("import", give(tracker, *stranger.facts))
        links = json.loads(tracker.ok("list", "findings", "--json").out)["rows"][0]["ticket_links"]
        assert links == [[""], ["https://example.org/2"], []][number]
        assert figures_of_findings(tracker) == before


def figures_of_findings(tracker) -> list:
    return [trimmed(json.loads(tracker.run(*words, "--json").out)) for words in (
        ["list", "findings"], ["gate", "--max-critical", "0", "--max-closed-tickets", "0"], ["report"])]


@pytest.mark.parametrize("build", [None, "3.2"])
def test_what_a_stranger_only_repeats_makes_no_result_newer(tracker, build):
    """A PASS for each item, typed on another machine, turned `max-age` from HOLD to SHIP, and no line said so."""
    told_build = {"build": build} if build else {}
    tracker.ok("log", "pass", CHECK, "home", "--tester", "t1", "--at", "2026-01-05", *(["--build", build] if build else []))
    held = tracker.run("gate", "--max-age", "30", "component:home")
    assert held.code == 1
    stranger = Chain("m" * 12, "mal")
    stranger.result("pass", time=NOW - DAY, **told_build)
    stranger.result("pass", component="search", time=NOW - DAY, **told_build)
    tracker.ok("import", give(tracker, *stranger.facts))
    assert tracker.run("gate", "--max-age", "30", "component:home").code == 1
    row = json.loads(tracker.ok("list", "cells", "component:home", f"check:{CHECK}", "--json").out)["rows"][0]
    assert (row["tester"], row["at"][:10]) == ("t1", "2026-01-05")
    # What no one who is followed has tested, and no plan asks for, is not there for the release check.
    assert tracker.run("gate", "--max-age", "30", "component:search").code == 3
    tracker.ok("follow", "m" * 12)
    assert tracker.run("gate", "--max-age", "30", "component:search").code == 0
    assert tracker.run("gate", "--max-age", "30", "component:home").code == 0
    assert json.loads(tracker.ok("list", "cells", "component:home", f"check:{CHECK}", "--json").out)["rows"][0]["tester"] == "mal"
    tracker.ok("follow", "--none", "m" * 12)
    assert tracker.run("gate", "--max-age", "30", "component:home").code == 1
    assert "No problems" in tracker.ok("doctor").text


ADDED = {
    "check": ["team.size", "--from", "-"],
    "checklist": ["own", "--check", CHECK],
    "component": ["pay", "--kind", "button", "--size", "40x40", "--screen", "home", "--owner", "qa", "--tag", "task:pay", "--has",
                  "text", "--source", "Pay.swift", "--target-tier", "48"],
    "audit": ["autumn", "--checklist", "critical-rules", "--build", "3.2", "--policy", "max-critical 3", "--condition", "dark",
              "--assign", "t1=home", "--standard", "wcag22-aa", "--components", "home"],
    "plan": ["p1", "--component", "home", "--size", "44x44", "--gap", "8", "--build", "3.2"],
    "question": ["why?", "--owner", "x", "--component", "home"],
    "task": ["do", "--component", "home", "--until", "2027-01-01"],
    "shortcut": ["cmd+d", "--action", "x", "--screen", "home"],
    "gesture": ["pinch", "--component", "home", "--action", "Zoom", "--alternative", "x"],
    "note": ["n", "--component", "home"],
}


@pytest.mark.parametrize("kind", ADDED)
def test_what_the_program_writes_for_something_new_leaves_nothing_waiting(tracker, folder, kind):
    """A check of a team mate left its origin: `gate --strict` held for a proposal that would have changed no figure."""
    tracker.ok("edit", "tracker", "--policy", "max-critical 0", "-y")
    tracker.log("pass", CHECK, "home")
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.begin()
    tracker.ok("export", "-o", folder / "all.a11y.json")
    other.ok("import", "--adopt", folder / "all.a11y.json")
    own = {"id": "team.size", "category": "team", "title": "Size", "how": "Look.", "expected": "It is there.", "method": "manual",
           "impact": "critical", "wcag": [{"criterion": "1.1.1", "relation": "tests"}], "applies_to": ["screen"],
           "measurement": {"type": "ratio", "comparison": ">=", "threshold": 44}}
    (other.folder / "Pay.swift").write_text("struct Pay {}\n")
    other.ok("new", kind, *ADDED[kind], stdin=json.dumps(own).encode())
    other.ok("export", "-o", folder / "new.a11y.json")
    tracker.ok("import", folder / "new.a11y.json")
    assert json.loads(tracker.ok("waiting", "--json").out)["proposals"] == []
    rules = json.loads(tracker.run("gate", "--strict", "--json").out)["rules"]
    assert [rule["verdict"] for rule in rules if rule["rule"] == "max-waiting"] == ["pass"]


def planned(tracker, *, name: str | None = None) -> tuple:
    """A plan of one check, and an audit of it, in which others alone have tested all; the items, and what they wrote. Of what
    no plan asks for they tested one item."""
    tracker.ok("new", "checklist", "own", "--check", CHECK)
    tracker.ok("edit", "tracker", "--checklists", "own", "--current-build", "3.2", "-y")
    tracker.register("a,button", "b,button")
    tracker.ok("new", "audit", "spring", "--checklist", "own", "--build", "3.2")
    items = json.loads(tracker.ok("list", "cells", "--all", "--json").out)["rows"]
    assert len(items) == 3 and {row["check"] for row in items} == {CHECK} and {row["condition"] for row in items} == {""}
    chain = Chain("m" * 12, "mal", start=NOW - DAY)
    for row in items:
        chain.result("pass", row["component"], build="3.2", device="iPhone 99", **({"audit": name} if name else {}))
    chain.result("pass", "home", build="3.2")
    return items, give(tracker, *chain.facts)


def retests(tracker, *words) -> list:
    return json.loads(tracker.ok("list", "retest", *words, "--json").out)["rows"]


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", [None, "spring"])
def test_what_others_tested_alone_is_found_to_be_tested_here(tracker, name):
    """They emptied the queue of the testers: no walk, worksheet or list had an item, and the release check had all of them
    untested."""
    items, path = planned(tracker, name=name)
    named = ["--audit", name] if name else []
    words, walk = " ".join(["a11y walk --only retest", *named]), ["walk", *named, "--tester", "t1"]
    assert retests(tracker, *named) == [] and "only by people" not in tracker.ok(*walk, stdin=b"q\n").text
    tracker.ok("import", path)
    # As the figures have them: by whom, when, and with which outcome, but not on which device.
    rows = retests(tracker, *named)
    assert [row["reasons"] for row in rows] == [["tested-by-others"]] * 3
    assert {(row["device"], row["tester"], row["build"], row["outcome"]) for row in rows} == {(None, "mal", "3.2", "pass")}
    listed = flat(tracker.ok("list", "retest", *named, "--width", "300").text)
    assert "tested only by people who are not followed" in listed and "3 items to retest in 1 stop" in listed
    said = flat(tracker.ok(*walk, stdin=b"q\n").text)
    assert f'3 items were tested only by people who are not followed here. Run "{words} --tester t1" to test them.' in said
    said = flat(tracker.ok(*walk, "--component", "a", stdin=b"q\n").text)
    assert f'1 item was tested only by people who are not followed here. Run "{words} --tester t1 --component a" to' in said
    # The home screen is not asked for.
    told = f'To test {"them" if name else "3 of them"} here, run "{words}".'
    gate = flat(tracker.run("gate", *named, "--max-critical", "0").text)
    assert "a11y follow" in gate and told in gate and told in flat(tracker.ok("status", *named).text)
    gate = flat(tracker.run("gate", *named, "--max-critical", "0", "component:a").text)
    assert f"""To test it here, run "{' '.join(["a11y walk --only retest 'component:a'", *named])}".""" in gate
    sheet = tracker.run("worksheet", "--only", "untested", *named, "-o", "w.html")
    assert sheet.code == 3 and "--only retest for 3 items" in flat(sheet.error)
    tracker.ok("worksheet", "--only", "retest", *named, "-o", "w.html")
    # Who answers them has them tested, and is asked for none of them again.
    answered = tracker.ok("walk", "--only", "retest", *named, "--build", "3.2", "--tester", "t1", stdin=b"p\np\np\nq\n")
    assert "3 answered: 3 PASS" in flat(answered.text)
    assert retests(tracker, *named) == [] and "only by people" not in tracker.ok(*walk, stdin=b"q\n").text
    gate = tracker.run("gate", *named, "--max-critical", "0")
    assert gate.code == 0 and "--only retest" not in flat(gate.text)
    tracker.require_sound()


def test_what_others_tested_outside_of_an_audit_is_asked_for_by_its_walk_alone(tracker):
    """In the audit it is untested: a walk through it asks for that, and its queue of retests must not do it, too."""
    items, path = planned(tracker)
    tracker.ok("import", path)
    assert len(retests(tracker)) == 3 and retests(tracker, "--audit", "spring") == []
    walk = ["walk", "--audit", "spring", "--tester", "t1"]
    assert "1/3" in tracker.ok(*walk, stdin=b"q\n").text
    assert "no item" in flat(tracker.ok(*walk, "--only", "retest", stdin=b"q\n").text)
    gate = flat(tracker.run("gate", "--audit", "spring", "--max-critical", "0").text)
    assert "3 UNTESTED" in gate and "tested only by" not in gate
    # What is tested for the audit is tested for the tracker.
    tracker.ok(*walk, "--build", "3.2", stdin=b"p\np\nq\n")
    assert len(retests(tracker)) == 1 and "1/1" in tracker.ok(*walk, stdin=b"q\n").text


def test_an_item_that_others_see_fail_or_that_was_tested_here_too_is_to_be_tested_by_no_one_again(tracker):
    """The release check counts them."""
    items, path = planned(tracker)
    tracker.ok("log", "pass", CHECK, "a", "--build", "3.2", "--tester", "t1")
    tracker.ok("import", path)
    other = Chain("n" * 12, "nia", start=NOW - DAY)
    other.result("fail", "b", build="3.2", severity=2)
    other.result("na", "a", build="3.2")
    tracker.ok("import", give(tracker, *other.facts))
    assert [row["component"] for row in retests(tracker) if "tested-by-others" in row["reasons"]] == ["sign-in/close-button"]
    gate = flat(tracker.run("gate", "--max-critical", "0").text)
    assert "2 items were tested only by mal" in gate and 'To test 1 of them here, run "a11y walk --only retest".' in gate


def test_who_follows_them_has_nothing_to_test_again(tracker):
    items, path = planned(tracker)
    tracker.ok("import", path)
    assert len(retests(tracker)) == 3
    tracker.ok("follow", "m" * 12)
    assert retests(tracker) == [] and "All items answered: 4 items." in tracker.ok("walk", "--tester", "t1").text
    tracker.ok("follow", "--none", "m" * 12)
    assert len(retests(tracker)) == 3
