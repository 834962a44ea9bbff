"""What waits, what was removed and what is in doubt is said in the status, at the gate and in the report, with its count
and the command that lists or mends it; and the current build stands where nobody names one.
"""

import json
import shlex

import pexpect
import pytest

from deciding import state
from facts import reference
from forging import START, Chain, give, size, told
from program import CHECK, COMPONENT, PROGRAM, Tracker, environment

STRANGER = "m" * 12
FOCUS = "keyboard.focus-visible"
SIZE = "touch-target.minimum-44pt"


@pytest.fixture
def audited(tracker):
    tracker.ok("log", "fail", CHECK, COMPONENT, "-s", "1", "--build", "3.2", "--tester", "t1")
    tracker.ok("log", "fail", SIZE, COMPONENT, "--value", "36", "--build", "3.2", "--tester", "t1")
    return tracker


def seen(tracker) -> list:
    return [reference(fact) for fact in told(tracker) if fact["kind"] == "result"]


def notices(tracker, *words) -> dict:
    """By kind: the count and the command."""
    rows = json.loads(tracker.ok("status", "--json", *words).out)["attention"]
    for row in rows:
        assert str(row["count"]) in row["text"] and row["text"].endswith("."), row
    return {row["kind"]: (row["count"], row["command"]) for row in rows}


def remarks(tracker, *words) -> dict:
    answer = tracker.run("gate", "--max-critical", "9", "--max-serious", "99", "--json", *words)
    assert answer.code in (0, 1), answer.error
    return {row["kind"]: row["count"] for row in json.loads(answer.out)["remarks"]}


def listed(tracker, command: str) -> int:
    """How many rows the command of a notice lists."""
    words = shlex.split(command)
    assert words[0] == "a11y"
    return len(json.loads(tracker.ok(*words[1:], "--json").out)["rows"])


def test_a_calm_tracker_has_no_notices(audited):
    assert notices(audited) == {} and remarks(audited) == {}
    assert "Notices" not in audited.ok("status").text
    assert json.loads(audited.run("gate", "--max-critical", "9", "--json").out)["verdict"] == "pass"


def test_a_request_waits_in_the_status_until_it_is_decided(audited):
    stranger = Chain(STRANGER, "m")
    stranger.retract(*[fact for fact in told(audited) if fact["kind"] == "result"])
    audited.ok("import", give(audited, *stranger.facts))
    assert notices(audited) == {"waiting": (1, "a11y waiting")} and remarks(audited) == {"waiting": 1}
    assert listed(audited, "a11y waiting") == 1
    assert "1 request waits for a decision." in audited.ok("report").text
    audited.ok("undo", "follow", "--from", STRANGER, "--yes")
    count, command = notices(audited)["own_undone"]
    assert (count, command) == (2, "a11y undo --list")
    # The list says what each is about, by whom, and what gives it back.
    said = " ".join(audited.ok("undo", "--list").text.split())
    request, = json.loads(audited.ok("undo", "--list", "--json").out)["undone_by_others"]
    assert f"on {COMPONENT}" in said and f"by m on {STRANGER}" in said and f"{request['id']} " in said
    before = state(audited)["cells"]
    audited.ok("undo", "refuse", request["id"], "--yes")
    assert notices(audited) == {} and len(state(audited)["cells"]) == len(before) + 2


def test_undone_entries_of_this_machine_and_of_others_are_refused_each_by_itself(audited):
    ben, lead = Chain("5" * 12, "ben"), Chain(STRANGER, "m")
    ben.result("fail", "home")
    lead.retract(*[fact for fact in told(audited) if fact["kind"] == "result"][:1])
    lead.retract(ben.facts[-1])
    audited.ok("import", give(audited, *ben.facts, *lead.facts))
    audited.ok("undo", "follow", "--from", STRANGER, "--yes")
    found = notices(audited)
    assert [found[kind][1] for kind in ("own_undone", "others_undone")] == ["a11y undo --list"] * 2
    said = " ".join(audited.ok("undo", "--list").text.split())
    assert f"1 result: {CHECK} on {COMPONENT}, by m on {STRANGER}" in said and f"1 result: {CHECK} on home, by m on" in said
    requests = json.loads(audited.ok("undo", "--list", "--json").out)["undone_by_others"]
    own, _ = sorted(request["id"] for request in requests)
    audited.ok("undo", "refuse", own, "--yes")
    assert "own_undone" not in notices(audited) and notices(audited)["others_undone"] == found["others_undone"]


def test_what_differs_stops_every_gate_and_is_named(audited):
    other = Chain("b" * 12, "b")
    other.result("pass", COMPONENT, build="3.2", saw=seen(audited)[:1])
    other.result("pass", COMPONENT, check=SIZE, build="3.2")
    audited.ok("import", give(audited, *other.facts))
    assert notices(audited) == {
        "disputed": (1, "a11y list conflicts"), "contradicted": (1, "a11y list conflicts")}
    status = json.loads(audited.ok("status", "--json").out)
    assert (status["disputed"], status["contradicted"]) == (1, 1)
    assert "1 disputed, 1 contradicted" in audited.ok("status").text
    report = json.loads(audited.ok("report", "--json").out)
    assert (report["disputed"], report["contradicted"]) == (1, 1)
    assert "1 disputed, 1 contradicted" in audited.ok("report", "--format", "md").text
    # Each case has its word wherever the item is named.
    conflicts = audited.ok("list", "conflicts", "--width", "200").text
    assert "1 disputed item, 1 contradicted item" in conflicts and "cell" not in conflicts
    told = " ".join(audited.ok("resolve").text.split())
    assert "1 disputed item, 1 contradicted item" in told and "contradicted result." in told and "disputed result." in told
    assert "1 disputed, 1 contradicted" in audited.ok("list", "items").text
    retest = audited.ok("list", "retest").text
    assert "1 disputed" in retest and "1 contradicted" in retest
    shown = {check: audited.ok("show", check, COMPONENT).text for check in (CHECK, SIZE)}
    assert sorted(word for text in shown.values() for word in ("Disputed", "Contradicted") if f"  {word}  " in text) == [
        "Contradicted", "Disputed"]
    answer = audited.run("gate", "--max-critical", "9", "--max-serious", "99", "--json")
    assert answer.code == 1
    rule, = [rule for rule in json.loads(answer.out)["rules"] if rule["rule"] == "disagreements"]
    assert rule["verdict"] == "fail" and {cell["reason"] for cell in rule["cells"]} == {"disputed", "contradicted"}
    assert audited.rows("SELECT sum(disputed), sum(contradicted) FROM v_finding") == [(1, 1)]


def test_what_is_better_without_a_newer_build_is_said_and_does_not_fail(audited):
    audited.ok("follow", "*")
    other = Chain("b" * 12, "b")
    other.result("pass", COMPONENT, check=SIZE, build="3.2", saw=seen(audited), retest=True, value=size(48))
    other.result("na", COMPONENT, build="3.3", saw=seen(audited)[:1])
    other.result("pass", "home", check=SIZE, build="3.2", value=size(36))
    audited.ok("import", give(audited, *other.facts))
    found = notices(audited)
    assert found == {
        "value_contradicts": (1, "a11y list items status:overruled"),
        "better_by_retest": (1, "a11y list items status:retested"), "fail_to_na": (1, "a11y list findings state:ended status:na")}
    assert all(listed(audited, command) == count for count, command in found.values())
    assert remarks(audited) == {"value_contradicts": 1, "better_by_retest": 1, "fail_to_na": 1}
    gate = audited.ok("gate", "--max-critical", "9", "--max-serious", "99").text
    assert "1 item that failed is now N/A." in gate and "1 item is better by a retest on the same build." in gate
    assert audited.rows("SELECT sum(overruled), sum(retest) FROM v_cell") == [(1, 1)]
    # One that passes again, and does not apply then, was mended before.
    other.result("pass", COMPONENT, build="3.4")
    other.result("na", COMPONENT, build="3.5")
    audited.ok("import", give(audited, *other.facts))
    assert "fail_to_na" not in notices(audited)


def test_results_under_conditions_that_no_audit_names_are_counted(audited):
    audited.ok("log", "pass", CHECK, COMPONENT, "--condition", "text-ax5", "--condition", "dark", "--tester", "t1")
    assert notices(audited) == {}, "no audit asks for anything yet"
    audited.ok("new", "audit", "spring", "--checklist", "critical-rules", "--condition", "dark")
    count, command = notices(audited)["not_asked_for"]
    assert count == 1 == listed(audited, command) and remarks(audited) == {"not_asked_for": 1}
    audited.ok("log", "pass", CHECK, COMPONENT, "--condition", "text-ax4", "--audit", "spring", "--tester", "t1")
    assert notices(audited, "--audit", "spring")["not_asked_for"][0] == 1
    assert notices(audited)["not_asked_for"][0] == 2


def test_a_fork_is_named_until_it_is_settled(tracker):
    root = Chain("a" * 12, "a")
    before = root.result("cant-tell")
    one, other = Chain("a" * 12, "a", before), Chain("a" * 12, "a", before)
    one.result("fail", "home", check=FOCUS)
    other.result("fail", "search", check=FOCUS)
    tracker.ok("import", give(tracker, *root.facts, *one.facts, *other.facts))
    alone = {"tested_by_others": (1, "a11y follow"), "failed_by_others": (2, "a11y follow")}
    assert notices(tracker) == {"forks": (1, "a11y fork list"), **alone} and listed(tracker, "a11y fork list") == 1
    head = json.loads(tracker.ok("fork", "list", "--json").out)["rows"][0]["branches"][0]["head"]
    tracker.ok("fork", "settle", "a" * 12, "--keep", head, "--yes")
    assert notices(tracker) == alone


# The current build.

def builds(tracker) -> list:
    return [name for name, in tracker.rows(
        "SELECT term.text FROM result JOIN context ON context.id = result.context JOIN term ON term.id = context.build "
        "ORDER BY result.id")]


def test_the_trackers_build_stands_where_nobody_names_one(folder):
    tracker = Tracker(folder / "tracker")
    tracker.folder.mkdir()
    tracker.ok("init", "--build", "3.2", "--title", "Movies")
    tracker.register(f"{COMPONENT},icon-button")
    tracker.ok("new", "audit", "spring", "--checklist", "critical-rules", "--build", "3.1")
    tracker.ok("new", "audit", "open", "--checklist", "critical-rules")
    # An audit of another build and the current one: which is tested is for the tester to say.
    spring = ["log", "pass", CHECK, COMPONENT, "--tester", "t1", "--audit", "spring"]
    assert tracker.run(*spring).code == 5
    for words in ([], ["--build", "3.3"], ["--audit", "spring", "--build", "3.1"], ["--audit", "open"], ["--build", ""]):
        tracker.run("log", "pass", CHECK, COMPONENT, "--tester", "t1", *words, "--disagree")
    tracker.ok("log", "-", "--tester", "t1", stdin=f"pass\t{FOCUS}\t{COMPONENT}\n".encode())
    assert builds(tracker) == ["3.2", "3.3", "3.1", "3.2", "", "3.2"]
    tracker.ok("edit", "tracker", "--current-build", "")
    tracker.ok("log", "pass", SIZE, COMPONENT, "--value", "48", "--tester", "t1")
    assert builds(tracker)[-1] == ""


@pytest.mark.parametrize("answer, build", [("3.2", "3.2"), ("", None), (" 3.2 ", "3.2")])
def test_init_asks_for_the_build_at_a_terminal(folder, answer, build):
    child = pexpect.spawn(
        str(PROGRAM), ["init"], cwd=folder, timeout=120, env=environment(folder, TERM="xterm-256color"))
    child.expect_exact("Current build (Enter for none):")
    child.sendline(answer)
    child.expect_exact("Platforms of the app, such as iOS,iPadOS (Enter for none):")
    child.sendline("ios, macOS" if build else "")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    systems = Tracker(folder).rows("SELECT json_extract(doc, '$.platforms') FROM record WHERE kind = 'component'")
    assert systems == ([('["iOS","macOS"]',)] if build else [])
    docs = Tracker(folder).rows("SELECT json_extract(doc, '$.current_build') FROM record WHERE kind = 'setting'")
    assert docs == ([(build,)] if build else [])


def test_a_build_of_two_lines_makes_no_tracker(folder):
    tracker = Tracker(folder)
    assert tracker.run("init", "--build", "3\n2").code == 2
    assert not tracker.database.exists()


def test_a_question_that_is_open_is_named_from_the_first_day(empty):
    """It was named last of what comes next, where there were results, and `status:open` was no value."""
    empty.register("home,screen")
    for text in ("Does it rotate?", "Is it for children?"):
        empty.ok("new", "question", text, "--component", "home")
    empty.ok("edit", "question", "is-it-for-children", "--decision", "no", "--decided", "2026-02-01")
    said = empty.ok("status").text
    assert "1 question is open." in said and "a11y list questions" in said
    attention, = [one for one in json.loads(empty.ok("status", "--json").out)["attention"] if one["kind"] == "questions"]
    assert (attention["count"], attention["text"]) == (1, "1 question is open.")
    assert "question" not in empty.ok("status", "--as-of", "2026-01-01").text
    empty.ok("log", "fail", "voiceover.reading-order", "home", "-s", "1", "--tester", "t1")
    said = empty.ok("status").text
    assert "0 contradicted, 1 open question" in said and json.loads(empty.ok("status", "--json").out)["open_questions"] == 1
    for words, keys in (("status:open", ["does-it-rotate"]), ("STATUS:Decided", ["is-it-for-children"]),
                        ("-status:open", ["is-it-for-children"]), ("status:open,decided", ["does-it-rotate", "is-it-for-children"])):
        assert [row["key"] for row in json.loads(empty.ok("list", "questions", words, "--json").out)["rows"]] == keys, words
    refused = empty.run("list", "questions", "status:fixed")
    assert refused.code == 2 and "Use state:open, state:decided." in refused.error
    assert "invalid value" in empty.run("list", "items", "status:broken").error


def test_what_a_closing_keeps_is_no_list_of_fields(tracker):
    """Of an audit of which only that is another one now nothing stood in the parentheses."""
    tracker.ok("new", "audit", "r1", "--checklist", "critical-rules")
    ben = Chain("b" * 12, "ben")
    ben.component("pay")
    tracker.ok("import", give(tracker, *ben.facts))
    tracker.ok("follow", ben.replica)
    ben.add("set", [reference(fact) for fact in told(tracker) if fact["kind"] == "set"], kind="audit", key="r1",
            fields={"seen": [f"{'a' * 12}/1/{'0' * 32}"]}, by="ben")
    tracker.ok("import", give(tracker, *ben.facts))
    assert "1 change by ben since the last decision on this machine: audit r1." in " ".join(tracker.ok("status").text.split())


def test_what_took_effect_because_its_author_is_followed_is_named_until_something_is_decided_here(tracker):
    """A policy that the lead made milder turned HOLD into SHIP, and only the import said so."""
    ben = Chain("b" * 12, "ben")
    ben.component("pay")
    tracker.ok("import", give(tracker, *ben.facts))
    tracker.ok("follow", ben.replica)
    tracker.ok("edit", "tracker", "--policy", "max-critical 0")
    tracker.log("fail", CHECK, "home", "-s", "1")
    assert tracker.run("gate").code == 1 and "followed_changes" not in notices(tracker)
    saw = [reference(fact) for fact in told(tracker) if fact["kind"] == "set"]
    ben.add("set", saw, kind="setting", key="tracker", fields={"policy": "max-critical 9"}, by="ben")
    ben.add("set", saw, kind="component", key="pay", fields={"retired": True}, by="ben")
    tracker.ok("import", give(tracker, *ben.facts))
    said = "2 changes by ben since the last decision on this machine: component pay (retired), setting tracker (policy)."
    for _ in range(2):
        assert tracker.run("gate").code == 0
        for words in (["status"], ["gate"]):
            assert said in " ".join(tracker.run(*words).text.split()), words
        # Nothing of it is new.
        tracker.ok("import", give(tracker, *ben.facts))
        tracker.log("pass", CHECK, "search")
    assert notices(tracker)["followed_changes"][0] == 2
    report = tracker.ok("report", "--md").text
    assert "2 changes by people who are followed" in report and "by ben since" not in report
    tracker.ok("edit", "tracker", "--stale-days", "50")
    assert "followed_changes" not in notices(tracker)
    # An undo says by itself of no one.
    ben.retract(ben.facts[-2])
    tracker.ok("import", give(tracker, *ben.facts))
    assert "1 change by people who are followed since" in " ".join(tracker.ok("status").text.split())
    tracker.require_sound()


@pytest.mark.parametrize("first, second", [("slider", "image"), ("image", "slider")])
def test_of_two_kinds_written_at_once_that_with_more_checks_counts_whatever_the_clock(empty, first, second):
    """The one with the later clock counted: a slider became an image with two checks, and the release check named nothing."""
    for replica, kind, start in (("b" * 12, first, START), ("c" * 12, second, START + 10**9)):
        chain = Chain(replica, f"{kind}-maker", start=start)
        chain.add("set", kind="component", key="volume", fields={"kind": kind}, by=chain.tester)
        empty.ok("import", give(empty, *chain.facts))
        empty.ok("follow", chain.tester)
    shown = json.loads(empty.ok("list", "components", "--json").out)["rows"]
    assert [row["kind"] for row in shown if row["key"] == "volume"] == ["slider"]
    named = "1 field that decides has more than one value: kind of component volume, slider (slider-maker) or image (image-maker)."
    assert named in " ".join(empty.run("gate").text.split()) and named in " ".join(empty.ok("status").text.split())
    empty.ok("edit", "component", "volume", "--kind", "image")
    assert "more than one value" not in empty.run("gate").text


def written_at_once(tracker, kind, key, first: dict, second: dict) -> None:
    """Two people who are followed write to a record that both know; the second has the later clock."""
    saw = [reference(fact) for fact in told(tracker) if fact["kind"] == "set"]
    chains = Chain("a" * 12, "ann", start=START + 10**9), Chain("b" * 12, "bob", start=START + 2 * 10**9)
    for chain, fields in zip(chains, (first, second)):
        chain.add("set", saw, kind=kind, key=key, fields=fields, by=chain.tester)
        tracker.ok("import", give(tracker, *chain.facts))
        tracker.ok("follow", chain.replica, "-y")


@pytest.mark.parametrize("states", [("closed", "open"), ("open", "closed")])
def test_a_ticket_that_one_closes_and_another_opens_at_once_is_closed(audited, states):
    """A release check asks what fails with a closed ticket: the later clock answered for it."""
    audited.ok("edit", "finding", CHECK, COMPONENT, "--ticket", "APP-1")
    written_at_once(audited, "finding", f"{COMPONENT} {CHECK}", *({"ticket.APP-1": state} for state in states))
    assert audited.run("gate", "--max-closed-tickets", "0").code == 1
    assert notices(audited)["field_conflicts"][0] == 1
    audited.require_sound()


@pytest.mark.parametrize("turn", [1, -1])
def test_of_the_checks_that_two_write_to_a_style_at_once_all_are_asked(audited, turn):
    style = {"table": "style", "name": "hero", "title": "Hero", "meaning": "x", "use_when": "y", "checks": []}
    audited.ok("edit", "tracker", "--checklists", "everything")
    audited.ok("new", "reference", "--from", "-", stdin=json.dumps(style).encode())
    audited.ok("edit", "component", COMPONENT, "--style", "hero")
    lists = [["haptics.type-medium", "touch-target.large-56pt-primary"], []][::turn]
    written_at_once(audited, "reference", "style/hero", *({"checks": checks} for checks in lists))
    asked = json.loads(audited.ok("list", "cells", "--all", f"component:{COMPONENT}", "--json").out)["rows"]
    assert {"haptics.type-medium", "touch-target.large-56pt-primary"} <= {row["check"] for row in asked}
    assert notices(audited)["field_conflicts"][0] == 1
    audited.require_sound()
