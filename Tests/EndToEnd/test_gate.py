"""The gate: cases with their exit codes and reasons, its baselines, and lines that are refused."""

import json

import pytest

from forging import Chain, give
from program import Tracker, require_sentence

LABEL = "voiceover.label-present"
TARGET = "touch-target.minimum-44pt"
HINT = "voiceover.hint-describes-result"
CLOSE = "sign-in/close-button"
ADD = "home/add"


def at(number):
    return f"2026-03-{number:02}T10:00:00Z"


def log(tracker, outcome, check, component, day, audit="", *more):
    words = ["--audit", audit] if audit else []
    answer = tracker.log(outcome, check, component, "--at", at(day), *words, *more)
    assert answer.code == 0, answer.error


def gate(tracker, *words, code=None):
    """The exit code and the report; what people read says the same."""
    answer = tracker.run("gate", *words, "--json")
    assert answer.code in (0, 1, 3), answer.error
    report = json.loads(answer.out)
    assert report["schema"] == "a11y.gate/1"
    if "--report-only" not in words:
        assert answer.code == {"pass": 0, "fail": 1, "no-data": 3}[report["verdict"]]
    verdicts = [rule["verdict"] for rule in report["rules"]]
    order = ["pass", "no-data", "fail"]
    assert verdicts == sorted(verdicts, key=order.index), "failures come last"
    for form in ["table", "plain", "md"]:
        shown = tracker.run("gate", *words, "--format", form, "--width", "60")
        assert shown.code == answer.code
        last = shown.text.splitlines()[-1]
        assert last == report["sentence"]
        word = {"pass": "SHIP", "fail": "HOLD", "no-data": "NO DECISION"}[report["verdict"]]
        count = len(report["blockers"])
        blockers = f", {count} blocker{'' if count == 1 else 's'}" if count else ""
        number = len(verdicts) if word == "SHIP" else verdicts.count(report["verdict"])
        assert last.startswith(f"Release check: {word}{blockers} ({number} of {len(verdicts)} rule")
    if code is not None:
        assert answer.code == code, json.dumps(report, indent=1)
    return report


def rule(report, name):
    found, = [one for one in report["rules"] if one["rule"] == name]
    return found


def reasons(report, name):
    return {cell["reason"] for cell in rule(report, name)["cells"]}


@pytest.fixture(scope="module")
def made(registered):
    """Two audits of the same four cells; the first has LABEL of the close button failing, the second nothing yet."""
    registered.register("home/add,icon-button")
    registered.ok("new", "checklist", "two", "--check", f"{LABEL},{TARGET}")
    for name, build in [("before", "1"), ("now", "2")]:
        registered.ok("new", "audit", name, "--checklist", "two", "--components", f"{ADD},{CLOSE}", "--build", build)
    for check, component, outcome in [(LABEL, ADD, "pass"), (TARGET, ADD, "pass"), (TARGET, CLOSE, "pass")]:
        log(registered, outcome, check, component, 1, "before")
    log(registered, "fail", LABEL, CLOSE, 1, "before", "-s", "1")
    return registered


@pytest.fixture
def rounds(made, folder):
    return made.again(folder / "tracker")


P, F, N, C = "pass", "fail", "na", "cant-tell"
# Of LABEL add, TARGET add, LABEL close, TARGET close: what is logged in the second audit; None is not looked at.
CASES = {
    "everything passes": (
        [P, P, P, P], ["--min-pass", "100", "--min-coverage", "100", "--max-critical", "0", "--max-serious", "0",
                       "--baseline", "before", "--max-age", "30"], 0, {}),
    "one fixed and one regressed are not even": (
        [P, P, P, F], ["--min-pass", "75", "--min-coverage", "100", "--baseline", "before"], 1,
        {"no-regressions": {"regressed"}}),
    "what failed before may fail still": ([P, P, F, P], ["--baseline", "before"], 0, {}),
    "without a baseline whatever had passed": ([P, F, P, P], ["--no-regressions"], 1, {"no-regressions": {"regressed"}}),
    "too few pass": ([P, P, F, F], ["--min-pass", "75"], 1, {"min-pass": {"fails"}}),
    "just enough pass": ([P, P, P, F], ["--min-pass", "75"], 0, {}),
    "not looked at is not tested": ([P, P, None, None], ["--min-coverage", "75"], 1, {"min-coverage": {"untested"}}),
    "nobody can tell is not tested, for another reason": (
        [P, P, C, None], ["--min-coverage", "75"], 1, {"min-coverage": {"untested", "cant-tell"}}),
    "what does not apply is not asked for": ([P, P, P, N], ["--min-coverage", "100", "--min-pass", "100"], 0, {}),
    "two rules of four": (
        [P, None, F, P], ["--min-pass", "90", "--min-coverage", "95", "--max-critical", "1", "--baseline", "before"], 1,
        {"min-pass": {"fails"}, "min-coverage": {"untested"}}),
    "a critical one": ([P, P, F, P], ["--max-critical", "0"], 1, {"max-critical": {"fails"}}),
    "a critical one is serious where nothing else limits it": (
        [P, P, F, P], ["--max-serious", "0"], 1, {"max-serious": {"fails"}}),
    "a critical one is not counted twice": ([P, P, F, P], ["--max-critical", "1", "--max-serious", "0"], 0, {}),
    "the list of critical rules, failing": ([P, P, F, P], ["--critical-rules"], 1, {"critical-rules": {"fails"}}),
    "the list of critical rules, not looked at": (
        [P, P, None, P], ["--critical-rules"], 1, {"critical-rules": {"untested"}}),
    "the list of critical rules, in doubt": ([P, P, C, P], ["--critical-rules"], 1, {"critical-rules": {"cant-tell"}}),
    "the list of critical rules, clean": ([P, F, P, F], ["--critical-rules"], 0, {}),
    "a list without a cell in scope": ([P, P, P, P], ["--pre-release"], 3, {}),
    "a failing rule beside one without data": ([P, P, F, P], ["--pre-release", "--max-critical", "0"], 1, {
        "max-critical": {"fails"}}),
    "evidence that is too old": ([P, P, P, P], ["--max-age", "5", "--as-of", at(20)], 1, {"max-age": {"too-old"}}),
    "nothing looked at": ([None] * 4, ["--max-critical", "0", "--min-coverage", "0"], 3, {}),
    "nothing looked at, whatever is demanded": ([None] * 4, ["--min-coverage", "100"], 3, {}),
    "nothing in scope": ([P, P, P, P], ["--max-critical", "0", "component:nowhere"], 3, {}),
    "a part that is clean": ([P, P, F, P], ["--max-critical", "0", f"component:{ADD}"], 0, {}),
    "all not applicable": ([N] * 4, ["--min-pass", "0"], 3, {}),
}


@pytest.mark.parametrize("name", CASES)
def test_cases(rounds, name):
    outcomes, words, code, failing = CASES[name]
    places = [(LABEL, ADD), (TARGET, ADD), (LABEL, CLOSE), (TARGET, CLOSE)]
    for (check, component), outcome in zip(places, outcomes):
        severity = ["-s", "1" if check == LABEL else "4"] if outcome == F else []
        if outcome:
            log(rounds, outcome, check, component, 10, "now", *severity)
    words = words if "--as-of" in words else [*words, "--as-of", at(15)]
    report = gate(rounds, "--audit", "now", *words, code=code)
    assert {one["rule"]: reasons(report, one["rule"]) for one in report["rules"] if one["verdict"] == "fail"} == failing
    if code == 3:
        assert report["verdict"] == "no-data"
    # The same exit code as a script sees it, but for one that only wants to be told.
    told = rounds.run("gate", "--audit", "now", *words, "--report-only")
    assert told.code == 0 and "Report only: the exit code is 0" in told.text
    assert told.text.splitlines()[-1] == report["sentence"]


def test_a_clean_rule_says_what_nobody_looked_at(rounds):
    log(rounds, "pass", LABEL, ADD, 10, "now")
    report = gate(rounds, "--audit", "now", "--max-critical", "0", code=0)
    found = rule(report, "max-critical")
    assert found["untested"] == 3 and any("not tested" in reason for reason in found["reasons"])
    assert report["cells"] == {"pass": 1, "fail": 0, "na": 0, "cant_tell": 0, "untested": 3}


def test_found_for_the_first_time_is_not_regressed(rounds):
    log(rounds, "fail", HINT, ADD, 10, "", "-s", "1", "--build", "2")
    report = gate(rounds, "--no-regressions", f"check:{HINT}", code=0)
    assert rule(report, "no-regressions")["actual"] == 0
    # It passes, fails, and that is a regression whatever the baseline had looked at.
    log(rounds, "pass", HINT, ADD, 11, "", "--build", "3")
    log(rounds, "fail", HINT, ADD, 12, "", "--build", "4")
    gate(rounds, "--baseline", at(9), f"check:{HINT}", code=1)
    gate(rounds, "--baseline", at(12), f"check:{HINT}", code=0)
    fixed = gate(rounds, "--baseline", at(10), f"check:{HINT}", "--as-of", at(11), code=0)
    assert rule(fixed, "no-regressions")["fixed"] == 1


def test_almost_all_is_not_all(empty):
    empty.register(*(f"c{number},card" for number in range(2000)))
    lines = [f"pass\t{LABEL}\tc{number}" for number in range(1999)] + [f"fail\t{LABEL}\tc1999"]
    empty.ok("log", "-", "--tester", "t1", stdin="\n".join([*lines, ""]).encode())
    report = gate(empty, "--min-pass", "100", f"check:{LABEL}", code=1)
    found = rule(report, "min-pass")
    assert (found["part"], found["whole"], found["actual"], found["limit"]) == (1999, 2000, 99.95, 100)
    gate(empty, "--min-pass", "99.95", f"check:{LABEL}", code=0)
    gate(empty, "--min-pass", "99.9501", f"check:{LABEL}", code=1)
    assert "100 percent" not in empty.run("gate", "--min-pass", "99.9", f"check:{LABEL}").text


def test_waivers_let_through_are_no_pass_and_expire(rounds):
    for check, component, outcome in [(LABEL, ADD, P), (TARGET, ADD, P), (LABEL, CLOSE, F), (TARGET, CLOSE, P)]:
        log(rounds, outcome, check, component, 10, "now", *(["-s", "1"] if outcome == F else []))
    rounds.ok("new", "waiver", CLOSE, LABEL, "--reason", "third-party", "--approver", "lead", "--until", "2099-01-31")
    words = ["--audit", "now", "--max-critical", "0", "--critical-rules"]
    report = gate(rounds, *words, code=0)
    assert [one["waived"] for one in report["rules"]] == [1, 1] and report["waived"] == 1
    assert rule(gate(rounds, "--audit", "now", "--min-pass", "100", code=1), "min-pass")["waived"] == 1
    # On its last day it holds; a day later the finding is open, and the waiver is a reason of its own.
    gate(rounds, *words, "--as-of", "2099-01-31", code=0)
    late = gate(rounds, *words, "--as-of", "2099-02-01", code=1)
    assert {one["rule"] for one in late["rules"] if one["verdict"] == "fail"} == {
        "max-critical", "critical-rules", "expired-waivers"}
    assert rule(late, "expired-waivers")["cells"][0]["waiver_expired"] == "2099-01-31"
    # It breaks a gate that allows for the finding, and that did not ask.
    alone = gate(rounds, "--audit", "now", "--max-critical", "9", "--as-of", "2099-02-01", code=1)
    assert [one["rule"] for one in alone["rules"]] == ["max-critical", "expired-waivers"]
    log(rounds, "pass", LABEL, CLOSE, 11, "now")
    gate(rounds, "--audit", "now", "--max-critical", "9", "--as-of", "2099-02-01", code=0)


def test_a_finding_that_nobody_rated_weighs_as_its_check_does(tracker):
    impacts = {row["id"]: row["impact"] for row in json.loads(tracker.ok("list", "checks", "--json").out)["rows"]}
    assert (impacts[LABEL], impacts[HINT]) == ("critical", "moderate")
    log(tracker, "fail", LABEL, "home", 10)
    log(tracker, "fail", HINT, "home", 10)
    report = gate(tracker, "--max-critical", "0", "--max-serious", "0", code=1)
    assert rule(report, "max-critical")["actual"] == 1 and rule(report, "max-serious")["actual"] == 0
    assert rule(report, "max-critical")["cells"][0]["severity"] == 1
    assert rule(report, "max-critical")["default_severity"] == 1
    assert any("counted by default severity" in reason for reason in rule(report, "max-critical")["reasons"])
    log(tracker, "fail", LABEL, "home", 11, "", "-s", "4")
    gate(tracker, "--max-critical", "0", code=0)


def test_without_an_audit_the_scope_is_all_that_applies(tracker):
    log(tracker, "pass", LABEL, "home", 10)
    report = gate(tracker, "--min-coverage", "50", code=1)
    everything = json.loads(tracker.ok("list", "cells", "--all", "--json").out)["rows"]
    assert report["scope"] == {"components": 3, "components_in_use": 3, "cells": len(everything)}
    assert rule(report, "min-coverage")["untested"] == len(everything) - 1
    assert not json.loads(tracker.ok("gate", "--max-critical", "0", "--json").out)["rules"][0]["cells"]
    report = gate(tracker, "--critical-rules", code=1)
    assert reasons(report, "critical-rules") == {"untested"}


def test_baselines(rounds):
    """An audit, a date, a file; and what is none of them."""
    log(rounds, "pass", LABEL, CLOSE, 10, "", "--build", "2")
    log(rounds, "fail", TARGET, CLOSE, 10, "", "--build", "2")
    rounds.ok("list", "cells", "--json", "--as-of", at(9), "-o", "then.json")
    for baseline in ["before", "audit:before", at(9), "2026-03-05", "then.json", "./then.json"]:
        report = gate(rounds, "--baseline", baseline, f"component:{CLOSE}", code=1)
        found = rule(report, "no-regressions")
        assert (found["actual"], found["fixed"]) == (1, 1), baseline
        assert [cell["check"] for cell in found["cells"]] == [TARGET]
        assert report["baseline"]["known"] == 2
    # A baseline that knows nothing of the scope proves nothing.
    rounds.ok("list", "cells", "--json", "component:search", "-o", "other.json")
    gate(rounds, "--baseline", "other.json", f"component:{ADD}", code=3)

    def refuse(baseline, code):
        require_sentence(rounds.run("gate", "--baseline", baseline), code)
    refuse("nothing-of-that-name", 3)
    refuse("2030-01-01", 2)
    refuse("", 2)
    require_sentence(rounds.run("gate", "--audit", "now", "--baseline", "now"), 2)
    rounds.ok("export", "-o", "all.a11y.json")
    answer = rounds.run("gate", "--baseline", "all.a11y.json")
    assert answer.code == 4 and "a bundle" in answer.error and "a11y import" in answer.error
    for text in [b"", b"{", b"[]", b'{"schema":"a11y.gate/1"}', b'{"schema":"a11y.cells/1","rows":[{}]}',
                 b'{"schema":"a11y.cells/1","rows":[{"component":"a","check":"b","condition":"","outcome":"fine"}]}']:
        (rounds.folder / "wrong.json").write_bytes(text)
        refuse("wrong.json", 4)
    assert rounds.run("gate", "--baseline", ".").code == 4


@pytest.mark.parametrize("words, code", [
    (["--min-pass", "101"], 2), (["--min-pass", "-1"], 2), (["--min-pass", "x"], 2),
    (["--min-coverage", "9.99999"], 2), (["--max-critical", "-1"], 2), (["--max-critical", "many"], 2),
    (["--max-age", "0"], 2), (["--max-critical", "0", "status:pass"], 2), (["--max-critical", "0", "close"], 2),
    (["--max-critical", "0", "--audit", "sprng"], 3), (["--max-critical", "0", "--as-of", "soon"], 2),
    (["--max-critical", "0", "--junit", ""], 2), (["--max-critical", "0", "--sarif", "-"], 2),
    (["--max-critical", "0", "--junit", "x", "--sarif", "x"], 2), (["--max-critical", "0", "--junit", "x", "-o", "x"], 2),
    (["--max-critical", "0", "--junit", ".a11y/audit.db"], 2), (["--max-critical", "0", "--junit", "no/such/x.xml"], 3),
    (["--max-critical", "0", "--sarif", "."], 4), (["--max-critical", "0", "--md", "--json"], 2),
])
def test_wrong_lines_are_refused_and_write_nothing(rounds, words, code):
    before = sorted(rounds.folder.iterdir())
    answer = rounds.run("gate", *words)
    if "--json" in words:
        assert answer.code == code and json.loads(answer.err)["error"]["code"] == "format.conflict"
    else:
        assert answer.code == code, answer.error
        assert answer.out == b"" and answer.error.startswith("a11y: ")
    assert sorted(rounds.folder.iterdir()) == before


def test_a_tracker_without_anything_is_no_pass(empty):
    report = gate(empty, "--max-critical", "0", "--min-pass", "0", code=3)
    assert [one["verdict"] for one in report["rules"]] == ["no-data", "no-data"]
    assert report["sentence"] == "Release check: NO DECISION (2 of 2 rules have no data)"


def test_a_policy_is_applied_and_says_what_would_make_it_ship(rounds):
    assert json.loads(rounds.run("gate", "--json").out)["policy"]["source"] == "standard"
    for outcome, check, component, more in [("fail", LABEL, CLOSE, ["-s", "1"]), ("fail", TARGET, ADD, ["-s", "2"])]:
        log(rounds, outcome, check, component, 10, "now", *more)
    rounds.ok("edit", "component", CLOSE, "--owner", "dev-1")
    rounds.ok("edit", "tracker", "--policy", "min-coverage 50, max-critical 0")
    report = gate(rounds, "--audit", "now", code=1)
    assert report["decision"] == "hold" and report["policy"] == {
        "rules": "max-critical 0, min-coverage 50", "source": "tracker", "unknown": []}
    blocker, = report["blockers"]
    assert (blocker["component"], blocker["owner"], blocker["rules"]) == (CLOSE, "dev-1", ["max-critical"])
    assert report["to_ship"] == ["Fix or waive 1 critical finding."]
    shown = rounds.run("gate", "--audit", "now").text
    assert "HOLD: 1 blocker (1 of 2 rules fails)." in shown and "critical, owner dev-1" in shown
    # An audit can have a policy of its own; rules that are typed come before both.
    rounds.ok("edit", "audit", "now", "--policy", "max-serious 5")
    assert gate(rounds, "--audit", "now", code=0)["policy"]["source"] == "audit"
    assert gate(rounds, "--audit", "now", "--max-serious", "0", code=1)["policy"]["source"] == "typed"
    rounds.ok("edit", "tracker", "--policy", "")
    assert rounds.run("gate").code == 3


def test_why_tells_how_the_rules_count_an_item(rounds):
    log(rounds, "fail", LABEL, CLOSE, 10, "now", "-s", "1")
    words = ["--audit", "now", "--max-critical", "0", "--min-coverage", "90"]
    item = json.loads(rounds.ok("gate", *words, "--why", f"{CLOSE} label-present", "--json").out)["items"][0]
    assert item["blocks"] and [rule["reasons"] for rule in item["rules"] if rule["rule"] == "max-critical"] == [["fails"]]
    text = rounds.ok("gate", *words, "--why", f"{ADD} {LABEL}").text
    assert "does not block the release" in text and "UNTESTED" in text
    finding, = json.loads(rounds.ok("list", "findings", f"component:{CLOSE}", "--json").out)["rows"]
    assert rounds.ok("gate", *words, "--why", finding["finding"]).text == rounds.ok("gate", *words, "--why", f"{CLOSE} {LABEL}").text
    require_sentence(rounds.run("gate", *words, "--why", CLOSE), 2)
    require_sentence(rounds.run("gate", *words, "--why", f"{CLOSE} {HINT}"), 3)


def test_a_policy_of_a_newer_version_decides_nothing_by_what_is_known(rounds):
    """Its unknown rule may be the one that fails: the release is not decided, and the reason is said."""
    stranger = Chain("a" * 12)
    rule = stranger.add("set", kind="setting", key="tracker", fields={"policy": "max-critical 5, min-love 3"}, by="x")
    told = rounds.ok("import", give(rounds, rule))
    # A change of what decides is named.
    assert "policy" in told.text + told.error
    rounds.ok("follow", "a" * 12)
    log(rounds, "pass", LABEL, ADD, 10, "now")
    answer = rounds.run("gate", "--json")
    report = json.loads(answer.out)
    assert answer.code == 3 and report["decision"] == "no-decision" and report["policy"]["unknown"] == ["min-love 3"]


def test_a_blocker_is_named_once(rounds):
    log(rounds, "fail", LABEL, ADD, 20, "", "-s", "1")
    for more in ([], ["--plain"], ["--md"]):
        text = rounds.run("gate", "--max-critical", "0", *more).text
        assert "HOLD" in text and text.count(ADD) == 1, text
        assert "(see Blockers)." in text


@pytest.mark.parametrize("asked", [True, False], ids=["asked for", "beside the plan"])
def test_what_people_alone_see_fail_who_are_not_followed_is_fail_and_not_untested(tracker, asked):
    """The header had 2 FAIL, the rule "4 items were not tested", and below it stood both FAIL."""
    tracker.register("a,button", "b,button", "c,button")
    tracker.ok("new", "checklist", "own", "--check", LABEL)
    tracker.ok("edit", "tracker", "--checklists", "own", "--policy", "min-coverage 50, min-pass 10", "-y")
    ben, ana = Chain("b" * 12, "ben"), Chain("n" * 12, "ana")
    ben.result("fail", "a", severity=2)
    ben.result("pass", "c")
    # The check is not for screens.
    ana.result("fail", "b" if asked else "home", severity=2)
    tracker.ok("import", give(tracker, *ben.facts, *ana.facts))
    answer = json.loads(tracker.run("gate", "--json").out)
    assert (answer["cells"]["fail"], answer["cells"]["untested"], answer["decision"]) == (2, 2 if asked else 3, "hold")
    rules = {rule["rule"]: rule for rule in answer["rules"]}
    covered, passed = rules["min-coverage"], rules["min-pass"]
    assert (covered["part"], covered["whole"], passed["part"], passed["whole"]) == (0, 4, 0, 2)
    listed = [(cell["outcome"], cell["reason"]) for cell in covered["cells"]]
    fails = 2 if asked else 1
    assert listed == [("fail", "fails-by-others")] * fails + [("untested", "untested")] * (4 - fails)
    assert covered["untested"] == answer["cells"]["untested"] == 4 - fails
    text = " ".join(tracker.run("gate", "--width", "200").text.split())
    assert f"{fails} item{'s FAIL' if fails > 1 else ' FAILs'} only according to people who are not followed (not evaluated)" in text
    assert "0 of 2 items pass" in text and "4 items were not tested" not in text and f"{4 - fails} items were not tested" in text
    assert "2 items FAIL only according to people who are not followed (counted as failed)" in text
    assert ("1 item FAILs only according to people who are not followed (not counted as evaluated)" in text) == (not asked)
    # Its coverage is that of no figure beside it: what is not evaluated there is named.
    said = "2 items FAIL only according to {} not followed here: the release check counts them as FAIL, and not as evaluated."
    for words, who in ((["gate"], "ana, ben, who are"), (["status"], "ana, ben, who are"), (["report"], "people who are"),
                       (["status", "--tracker", tracker.folder], "people who are")):
        assert said.format(who) in " ".join(tracker.run(*words).text.split()), words
    why = json.loads(tracker.run("gate", "--why", f"a {LABEL}", "--json").out)["items"][0]
    assert {"rule": "min-coverage", "verdict": "fail", "reasons": ["fails-by-others"], "allowed": None} in why["rules"]
    # It is the same verdict once the authors are followed, or a better one, by what is evaluated then.
    tracker.ok("follow", ben.replica)
    tracker.ok("follow", ana.replica)
    answer = json.loads(tracker.run("gate", "--json").out)
    assert {rule["rule"]: rule["part"] for rule in answer["rules"]}["min-coverage"] == 3
    assert "only according to" not in tracker.run("gate").text


def test_the_day_of_a_result_that_is_too_old_is_that_of_the_tester(tracker):
    tracker.ok("log", "pass", LABEL, CLOSE, "--tester", "t1", "--at", "2025-12-31T19:30:00Z")
    for zone, day in ("Asia/Kolkata", "2026-01-01"), ("UTC", "2025-12-31"):
        text = " ".join(tracker.run("gate", "--max-age", "1", TZ=zone).text.split())
        assert f"tested on {day}" in text, zone
