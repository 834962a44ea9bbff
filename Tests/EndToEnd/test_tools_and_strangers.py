"""What people who are not followed say decides nothing about what this machine's own tools store: neither whether a finding is
new, nor whether it opens its item, nor where it goes."""

import json
import time

import pytest

from facts import reference
from forging import Chain, give, told
from program import CHECK, Tracker

STRANGER, CLOSE, RULE = "m" * 12, "sign-in/close-button", "contrast.text-4-5"


@pytest.fixture
def app(tmp_path):
    made = Tracker(tmp_path)
    made.begin("4")
    made.ok("config", "tester", "t1")
    made.register("sign-in,screen", f"{CLOSE},button")
    made.ok("edit", "tracker", "--policy", "max-critical 0, min-pass 100, min-coverage 1")
    made.ok("log", "pass", CHECK, CLOSE, "--build", "3.2")
    return made


def stranger(earlier=0) -> Chain:
    """Somebody whose clock is right, some milliseconds ago."""
    return Chain(STRANGER, "mal", start=int(time.time() * 1000) - 50 - earlier)


def seen(app) -> list:
    return [reference(fact) for fact in told(app)]


def report(app, element=CLOSE, build="3.2", **more) -> dict:
    """What the own tool finds."""
    issue = {"auditType": "contrast", "compactDescription": "Contrast failed", "element": element, "screen": "sign-in"}
    (app.folder / "a.jsonl").write_text(json.dumps(issue | more) + "\n")
    return json.loads(app.ok("import", "a.jsonl", "--run", "nightly", "--build", build, "--json").out)


def stored(app) -> list:
    """What this machine keeps of tools."""
    return [fact["body"] for fact in told(app) if fact["kind"] == "signal" and fact["r"] != STRANGER]


def gate(app) -> dict:
    return json.loads(app.run("gate", "--json").out)


def states(app) -> list:
    return [row["state"] for row in json.loads(app.ok("list", "tool-findings", "--json").out)["rows"]]


def outcomes(app, check=RULE) -> list:
    return [fact["body"]["outcome"] for fact in told(app)
            if fact["kind"] == "result" and fact["r"] != STRANGER and fact["body"]["check"] == check]


@pytest.mark.parametrize("said", [[], ["pass"], ["na"], ["pass", "cant-tell"], ["cant-tell"]])
def test_no_word_of_strangers_has_an_own_tool_close_an_own_failure(app, said):
    app.ok("log", "fail", RULE, CLOSE, "-s", "1", "-m", "bad", "--build", "3.2")
    one, known = stranger(), seen(app)
    for outcome in said:
        one.result(outcome, CLOSE, check=RULE, saw=known, retest=True, build="3.2")
    if said:
        app.ok("import", give(app, *one.facts))
    report(app, build="3.3")
    assert outcomes(app) == ["fail"] and len(stored(app)) == 1
    assert gate(app)["decision"] == "hold"


def test_a_failure_that_strangers_alone_see_does_not_answer_what_an_own_tool_finds(app):
    app.ok("log", "pass", RULE, CLOSE, "--build", "3.2")
    one = stranger()
    one.result("fail", CLOSE, check=RULE, severity=4, saw=seen(app), build="3.2")
    app.ok("import", give(app, *one.facts))
    report(app)
    assert outcomes(app) == ["pass", "cant-tell"] and states(app) == ["open"]


@pytest.mark.parametrize("build", ["3.2", "3.3"])
def test_a_failure_that_strangers_alone_see_is_ended_by_no_own_tool(app, build):
    """What the tool found on a newer build made CAN'T TELL of it, and SHIP of HOLD."""
    app.ok("log", "pass", CHECK, CLOSE, "--build", "3.3")
    one = stranger()
    failed = one.result("fail", CLOSE, check=RULE, severity=1, build="3.2")
    app.ok("import", give(app, *one.facts))
    blockers = gate(app)["blockers"]
    assert [blocker["check"] for blocker in blockers] == [RULE]
    report(app, build=build)
    assert gate(app)["blockers"] == blockers
    assert json.loads(app.ok("status", "--json").out)["open"]["critical"] == 1
    # What the tool found is still to be reviewed, also where they take their failure back.
    assert states(app) == ["open"]
    one.retract(failed)
    app.ok("import", give(app, *one.facts))
    assert states(app) == ["open"] and gate(app)["cells"]["pass"] == 1


@pytest.mark.parametrize("more", [{}, {"message": "something", "series": "other", "run": "other"}])
def test_what_strangers_sent_before_does_not_silence_an_own_tool(app, tmp_path, more):
    app.ok("log", "pass", RULE, CLOSE, "--build", "3.2")
    other = app.again(tmp_path / "other")
    report(other)
    wanted = stored(other)
    assert outcomes(other) == ["pass", "cant-tell"]
    one = stranger(500)
    signal = one.add("signal", [], **(wanted[0] | {"by": "mal"} | more))
    app.ok("import", give(app, *one.facts))
    report(app)
    assert stored(app) == wanted and outcomes(app) == ["pass", "cant-tell"]
    one.retract(signal)
    app.ok("import", give(app, *one.facts))
    assert states(app) == ["open"]
    # What it sent itself is not stored twice.
    report(app)
    assert stored(app) == wanted


@pytest.mark.parametrize("members", [{"deletes": True}, {}])
def test_what_strangers_ask_to_take_back_is_closed_by_no_report(app, members):
    """An own import that was undone did not bring its findings back: a request that waits was taken for a newer report."""
    report(app, at="2026-03-01T10:00:00Z")
    signal, = (fact for fact in told(app) if fact["kind"] == "signal")
    one = stranger()
    one.add("retract", [], by="mal", targets=[reference(signal)], **members)
    app.ok("import", give(app, *one.facts))
    assert states(app) == ["open"]
    app.ok("undo")
    assert states(app) == []
    report(app, at="2026-03-01T10:00:00Z")
    assert states(app) == ["open"]


def test_a_pass_of_strangers_reviews_no_own_finding(app):
    report(app)
    assert states(app) == ["open"]
    time.sleep(0.1)  # then it is later than what the tool found, and not later than now
    one = stranger()
    one.result("pass", CLOSE, check=RULE, saw=seen(app), build="3.2")
    app.ok("import", give(app, *one.facts))
    assert states(app) == ["open"]
    app.ok("follow", STRANGER)
    assert states(app) == ["reviewed"]


def test_a_pass_of_strangers_after_the_tool_ran_keeps_no_item_closed(app):
    day = "2026-03-01T%d:00:00Z"
    app.ok("log", "pass", RULE, CLOSE, "--build", "3.2", "--at", day % 10)
    one = stranger()
    one.result("pass", CLOSE, check=RULE, saw=seen(app), build="3.2")
    app.ok("import", give(app, *one.facts))
    report(app, at=day % 12)
    assert outcomes(app) == ["pass", "cant-tell"]


def test_an_older_build_that_strangers_name_does_not_review_an_own_finding(app):
    report(app, build="3.3")
    wanted = stored(app)[0]
    one = stranger(-10)
    one.add("signal", [], **(wanted | {"by": "mal", "build": "3.1"}))
    app.ok("import", give(app, *one.facts))
    time.sleep(0.1)
    app.ok("log", "pass", RULE, CLOSE, "--build", "3.2", "--disagree")
    assert states(app) == ["open"]


def told_of(app, *records) -> None:
    """A stranger writes records of components."""
    one, known = stranger(), seen(app)
    for key, fields in records:
        one.add("set", known, kind="component", key=key, fields=fields, by="mal")
    app.ok("import", give(app, *one.facts))


def test_a_title_of_strangers_moves_no_finding(app):
    app.register("sign-in/other,image")
    app.ok("edit", "component", CLOSE, "--screen", "sign-in", "--title", "Leave")
    app.ok("edit", "component", "sign-in/other", "--screen", "sign-in")
    told_of(app, (CLOSE, {"title": "x"}), ("sign-in/other", {"title": "Leave"}))
    report(app, "Leave")
    assert [signal["component"] for signal in stored(app)] == [CLOSE]
    # A title counts that somebody wrote who is followed.
    app.ok("follow", STRANGER)
    report(app, "Leave", build="3.3")
    assert [signal["component"] for signal in stored(app)] == [CLOSE, "sign-in/other"]


@pytest.mark.parametrize("element", ["close-button", "closeButton", "Leave", CLOSE])
@pytest.mark.parametrize("key, fields", [
    ("closeButton", {"kind": "button", "screens": ["sign-in"]}),
    ("sign-in/z", {"kind": "button", "screens": ["sign-in"], "title": "Leave"}),
    ("sign-in/a/close-button", {"kind": "image", "screens": ["sign-in"]}),
    ("leave", {"kind": "decorative", "screens": ["sign-in"], "title": "close button"}),
])
def test_a_component_of_strangers_takes_no_finding_from_one_of_this_machine(app, element, key, fields):
    app.ok("edit", "component", CLOSE, "--screen", "sign-in", "--title", "Leave")
    told_of(app, (key, fields))
    report(app, element)
    assert [signal["component"] for signal in stored(app)] == [CLOSE]


def test_what_strangers_alone_registered_is_found_where_nothing_else_is(app):
    told_of(app, ("home", {"kind": "screen"}), ("home/new", {"kind": "button"}), ("sign-in/z", {"kind": "button"}))
    report(app, "new", screen="home")
    assert [signal["component"] for signal in stored(app)] == ["home/new"]
    # The own screen would have had it without them.
    report(app, "z", build="3.3")
    assert [signal["component"] for signal in stored(app)] == ["home/new", "sign-in"]


def test_a_file_of_a_component_of_strangers_makes_no_finding_fit_several(app):
    app.ok("edit", "component", CLOSE, "--source", "App/Help.swift:5")
    told_of(app, ("more", {"kind": "button", "source": "App/Help.swift:6"}))
    sarif(app, 9)
    assert [signal["component"] for signal in stored(app)] == [CLOSE]


def sarif(app, line) -> None:
    """A finding in a line of a source file."""
    place = {"artifactLocation": {"uri": "App/Help.swift"}, "region": {"startLine": line}}
    result = {"ruleId": "accessibility_label_for_image", "level": "error", "message": {"text": "x"},
              "locations": [{"physicalLocation": place}]}
    run = {"tool": {"driver": {"name": "SwiftLint"}}, "results": [result]}
    (app.folder / "l.sarif").write_text(json.dumps({"version": "2.1.0", "runs": [run]}))
    assert app.run("import", "l.sarif").code in (0, 3)


def test_a_finding_in_a_file_is_of_the_component_that_begins_last_before_its_line(app):
    (app.folder / "App").mkdir()
    (app.folder / "App" / "Help.swift").write_text(
        'import SwiftUI\nstruct Help: View {\n  var body: some View {\n    VStack {\n      Button("More") { go() }\n    }'
        '.navigationTitle("Help")\n  }\n}\n')
    app.ok("new", "component", "--scan", "App", "-o", "scan.csv")
    app.ok("new", "component", "--from", "scan.csv")
    for line in (6, 3, 1):
        sarif(app, line)
    found = [signal["component"] for signal in stored(app)]
    assert found[:2] == ["help/more", "help"] and found[2] == ""
    # What fitted none is matched where there is one by now, in its own line.
    app.ok("edit", "component", CLOSE, "--source", "App/Help.swift")
    sarif(app, 1)
    assert stored(app)[-1]["component"] == CLOSE


TARGET = "touch-target.minimum-44pt"


def where(app, check=TARGET) -> list:
    return [fact["body"]["component"] for fact in told(app)
            if fact["kind"] == "result" and fact["body"]["check"] == check]


@pytest.mark.parametrize("key, kind", [("close-button", "image"), ("close", "text"), ("Close-Button", "button")])
def test_a_name_of_strangers_takes_no_short_name_away(app, key, kind):
    told_of(app, (key, {"kind": kind}))
    (app.folder / "r.csv").write_text(f"outcome,check,component,severity,note\nfail,{TARGET},{key},1,too small\n")
    answer = app.ok("log", "r.csv")
    assert where(app) == [CLOSE]
    said = f'"{key}" is read as {CLOSE}'
    assert said in answer.error and "not followed" in answer.error
    typed = app.ok("log", "fail", TARGET, key, "-s", "1", "-m", "again")
    assert where(app) == [CLOSE, CLOSE] and CLOSE in typed.text and said in typed.text + typed.error
    assert gate(app)["decision"] == "hold"
    # Who follows them means what they name.
    app.ok("follow", STRANGER)
    app.ok("log", "fail", TARGET, key, "-s", "1", "-m", "there")
    assert where(app)[-1] == key


def test_names_of_strangers_make_no_short_name_ambiguous(app):
    told_of(app, ("home", {"kind": "screen"}), ("home/close-button", {"kind": "button"}), ("closet", {"kind": "button"}))
    for short in ("close-button", "close"):
        app.ok("log", "fail", TARGET, short, "-s", "1", "-m", "too small")
    assert where(app) == [CLOSE, CLOSE]
    # What nothing else is called is theirs.
    app.ok("log", "fail", TARGET, "closet", "-s", "1", "-m", "too small")
    assert where(app)[-1] == "closet"


def test_a_list_has_the_names_of_strangers_in_full(app):
    told_of(app, ("close-button", {"kind": "button"}))
    rows = app.ok(
        "list", "items", "--all", "--format", "csv", f"check:{TARGET}", "component:close-button").text.splitlines()
    assert len(rows) == 2
    (app.folder / "list.csv").write_text("\n".join([rows[0], rows[1].replace("untested", "fail", 1), ""]))
    app.ok("log", "list.csv")
    assert where(app) == ["close-button"]


def test_the_short_name_of_an_audit_stays_that_of_the_own_one(app):
    app.ok("new", "audit", "spring-24", "--checklist", "everything", "--build", "3.3", "--policy", "max-critical 0")
    app.ok("log", "fail", CHECK, CLOSE, "-s", "1", "-m", "x", "--audit", "spring-24", "--build", "3.3")
    one = stranger()
    one.add("set", seen(app), kind="audit", key="spring", by="mal",
            fields={"components": ["sign-in"], "title": "x", "checklists": ["everything"], "policy": "max-critical 99"})
    app.ok("import", give(app, *one.facts))
    answer = app.run("gate", "--audit", "spring")
    assert answer.code == 1 and "spring-24" in answer.text
    assert '"spring" is read as spring-24' in answer.error
    app.ok("log", "fail", CHECK, CLOSE, "-s", "1", "-m", "again", "--audit", "spring", "--build", "3.3")
    assert {fact["body"].get("audit") for fact in told(app) if fact["kind"] == "result"} == {None, "spring-24"}
