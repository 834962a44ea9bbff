"""Reports of tools from outside: what their tools count in them, what becomes of it, and nothing lost in silence."""

import json
import os
import re
import shutil

import pytest

from conftest import once
from program import FIXTURES, TOP, Tracker
from test_exchange_hostile import measured

TOOLS = FIXTURES / "tools"
TABLE = {
    row[0]: (int(row[1]), int(re.match(r"\d+", row[2])[0]))
    for row in re.findall(r"^\| (\S+\.\w+) \|.*\| (\d+)\D[^|]*\| (\d[^|]*)\| [^|]+\|$", (TOOLS / "README.md").read_text(), re.M)}


@once()
def shop(tracker):
    """An app with the components that the fixtures speak of."""
    lines = ["key,kind,screens,title,source", "sign-in,screen,sign-in,Sign in,", "cart,screen,cart,Cart,",
             "sign-in/close,icon-button,sign-in,Close,", "sign-in/logo,image,sign-in,Logo,Sources/Views/SignInView.swift",
             "cart/total-label,text,cart,Total,Sources/Views/CartView.swift"]
    tracker.ok("new", "component", "--from", "-", stdin="\n".join([*lines, ""]).encode())


def rows(tracker, *words):
    return json.loads(tracker.ok("list", "tool-findings", *words, "--json").out)["rows"]


def imported(tracker, *words, code=None):
    answer = tracker.run("import", *words, "--json")
    assert code is None or answer.code == code, answer.error
    return json.loads(answer.out)["files"][0]["signals"], answer


def test_the_table_of_fixtures_is_whole():
    assert TABLE.keys() == {path.name for path in TOOLS.iterdir()} - {"README.md"} and len(TABLE) > 25


@pytest.mark.parametrize("name", sorted(TABLE))
def test_a_report_gives_what_its_tool_counts_and_a_second_time_nothing(shop, name):
    findings, faults = TABLE[name]
    before = shop.database.read_bytes()
    rehearsed, _ = imported(shop, TOOLS / name, "--dry-run")
    assert shop.database.read_bytes() == before
    said, answer = imported(shop, TOOLS / name)
    assert said == rehearsed
    assert said["findings"] == findings - sum(one["count"] for one in said["unused"] if "notice" in one["what"])
    kept = rows(shop)
    assert answer.code == (3 if findings and not said["cells"] else 5 if said["unmatched"] else 0)
    assert said["cells"] == len([row for row in kept if row["state"] != "unmatched"])
    if findings:
        assert kept, "nothing is dropped"
    # Nothing passes by a tool, and no answer is given but the doubt.
    cells = json.loads(shop.ok("status", "--json").out)["cells"]
    assert (cells["pass"], cells["fail"]) == (0, 0) and cells["cant_tell"] == said["opened"]
    again, _ = imported(shop, TOOLS / name)
    assert shop.ok("doctor") and rows(shop) == kept and again["opened"] == 0
    text = shop.run("import", TOOLS / name)
    assert f"{said['findings']} finding" in text.text


def test_the_article_says_what_the_program_says_of_each_report(shop):
    table = re.findall(r"^\| [^|]+ \| `(\S+)` \| (.*) \|$", (TOP / "Sources/a11y/a11y.docc/ToolReports.md").read_text(), re.M)
    assert len(table) > 15
    for name, words in table:
        assert shop.run("import", "--dry-run", TOOLS / name).text.startswith(words), name


def test_what_has_no_cell_waits_until_a_rule_says_where_it_belongs(shop):
    name = TOOLS / "axe-result.json"
    shop.ok("edit", "component", "sign-in", "--retire")
    imported(shop, name, code=3)
    assert "an unassigned axe finding" in shop.ok("undo", "--dry-run").text
    waiting = {row["rule"]: row for row in rows(shop, "state:unmatched")}
    assert set(waiting) == {"image-alt", "color-contrast", "video-caption"}
    image = waiting["image-alt"]
    assert (image["component"], image["check"], image["criteria"], image["impact"]) == (None, None, ["1.1.1"], "critical")
    assert not rows(shop, "state:open")
    answer = shop.ok("edit", "tracker", "--match", "#logo=sign-in/logo")
    assert "1 finding is now assigned; 1 item set to" in answer.error
    row, = rows(shop, "state:open")
    assert (row["component"], row["rule"]) == ("sign-in/logo", "image-alt")
    assert "image-alt" not in {row["rule"] for row in rows(shop, "state:unmatched")}
    # The rule holds for what comes later, and what it placed is known.
    said, answer = imported(shop, name)
    assert json.loads(answer.out)["added"] == 0 and said["cells"] == 1
    for wrong in "two\nlines=sign-in/logo", "x" * 2_000 + "=sign-in/logo":
        assert shop.run("edit", "tracker", "--match", wrong).code == 2
    many = [word for number in range(1_001) for word in ("--match", f"e{number}=sign-in/logo")]
    assert "at most 1000" in shop.run("edit", "tracker", *many).error
    for wrong in ["#logo", "=sign-in/logo", "#logo=", "rule:axe/region=no.such-check", "#logo=nowhere"]:
        assert shop.run("edit", "tracker", "--match", wrong).code in (2, 3), wrong


def test_what_waited_has_its_cell_once_its_component_is_there(shop):
    report = shop.folder / "a.json"
    report.write_text('{"auditType":"contrast","element":"pay","screen":"checkout"}\n')
    imported(shop, report, "--device", "iPhone 15", code=3)
    assert len(rows(shop, "state:unmatched")) == 1
    shop.ok("new", "component", "checkout/pay", "--kind", "button", "--screen", "checkout")
    other = shop.folder / "b.json"
    other.write_text('{"auditType":"contrast","element":"close","screen":"sign-in"}\n')
    answer = shop.ok("import", other, "--device", "iPad", "--component", "cart")
    assert "1 earlier finding is now assigned to an item." in answer.error
    assert {(row["component"], row["device"]) for row in rows(shop)} == {("checkout/pay", "iPhone 15"), ("sign-in/close", "iPad")}
    said, _ = imported(shop, report, "--device", "iPhone 15", code=0)
    assert (said["attached"], said["opened"]) == (0, 0) and len(rows(shop)) == 2


def test_a_rule_may_name_the_check_of_a_tools_rule(shop):
    report = {"testEngine": {"name": "axe-core", "version": "4.12.0"}, "url": "https://shop.example/sign-in", "passes": [],
              "violations": [{"id": "region", "help": "Content in landmarks", "impact": "moderate", "tags": ["wcag111"],
                              "nodes": [{"target": ["[data-testid=\"close\"]"]}]}]}
    (shop.folder / "axe.json").write_text(json.dumps(report))
    said, answer = imported(shop, "axe.json", code=3)
    assert said["uncovered_rules"] == [{"rule": "region", "count": 1}] and said["unmatched"] == 0
    row, = rows(shop, "state:unmatched")
    assert (row["component"], row["check"]) == ("sign-in/close", None)
    shop.ok("edit", "tracker", "--match", "rule:axe/region=voiceover.reading-order")
    row, = rows(shop)
    assert (row["component"], row["check"], row["state"]) == ("sign-in/close", "voiceover.reading-order", "open")
    other = Tracker(shop.folder / "other")
    other.folder.mkdir()
    other.begin()
    shop.ok("export", "-o", "all.a11y.json")
    other.ok("import", "--adopt", "../all.a11y.json")
    assert rows(other) == rows(shop)
    shop.ok("doctor", "--rebuild")
    assert rows(other) == rows(shop)


def test_appium_tells_elements_of_one_name_apart_by_their_type(shop):
    for key, kind in [("sign-in/help/help", "button"), ("sign-in/label/help", "text")]:
        shop.ok("new", "component", key, "--kind", kind, "--screen", "sign-in")
    issue = {"auditType": "XCUIAccessibilityAuditTypeContrast", "compactDescription": "Contrast failed",
             "element": '"help" StaticText', "elementAttributes": {"rawIdentifier": "help", "type": "StaticText"}}
    (shop.folder / "a.json").write_text(json.dumps([issue]))
    imported(shop, "a.json", code=0)
    assert [row["component"] for row in rows(shop)] == ["sign-in/label/help"]
    issue["elementAttributes"]["type"] = "Other"
    (shop.folder / "a.json").write_text(json.dumps([issue]))
    _, answer = imported(shop, "a.json", "--dry-run", code=3)
    assert "matches several components" in json.loads(answer.out)["files"][0]["signals"]["reasons"][0]["reason"]


def test_an_xcresult_is_read_by_xcrun_where_it_is(shop, monkeypatch):
    """By a tool that answers what was recorded; where it is not, the line says what to do on a Mac."""
    bundle, tools = shop.folder / "run.xcresult", shop.folder / "bin"
    bundle.mkdir()
    tools.mkdir()
    answer = shop.run("import", bundle)
    assert answer.code == 4 and "xcrun xcresulttool get test-results tests --path" in answer.error
    xcrun = tools / "xcrun"
    xcrun.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{shop.folder}/words\ncat {TOOLS}/xcresult-tests.json\n')
    xcrun.chmod(0o755)
    path = f"{tools}:{os.environ['PATH']}"
    answer = shop.run("import", bundle, "--json", PATH=path)
    assert answer.code == 3, answer.error
    assert (shop.folder / "words").read_text().split() == [
        "xcresulttool", "get", "test-results", "tests", "--path", str(bundle), "--compact"]
    row = rows(shop, "state:unmatched")[0]
    assert (row["rule"], row["device"], row["os"], row["elements"]) == (
        "contrast", "iPhone 16", "18.4", ["AccessibilityTests/testCart()"])
    shop.ok("edit", "tracker", "--match", "AccessibilityTests/testCart*=cart")
    assert {row["component"] for row in rows(shop)} == {"cart"}
    xcrun.write_text("#!/bin/sh\necho 'no such bundle' >&2\nexit 64\n")
    answer = shop.run("import", bundle, PATH=path)
    assert answer.code == 4 and "xcresulttool could not read it (exit 64): no such bundle" in answer.error


def test_a_newer_report_of_a_run_closes_what_is_gone_by_name(shop):
    def report(day, *rules):
        document = {"testEngine": {"name": "axe-core", "version": "4.12.0"}, "url": "https://shop.example/sign-in",
                    "timestamp": f"2026-03-{day:02}T10:00:00Z", "passes": [], "violations": [
                        {"id": rule, "help": rule, "nodes": [{"target": ["[data-testid=\"close\"]"]}]} for rule in rules]}
        (shop.folder / "axe.json").write_text(json.dumps(document))

    report(5, "button-name", "color-contrast")
    imported(shop, "axe.json", "--run", "nightly", code=0)
    assert len(rows(shop, "state:open")) == 2
    report(6, "color-contrast")
    said, _ = imported(shop, "axe.json", "--dry-run", code=0)
    assert said["closed"] == [] and len(rows(shop)) == 2, "of a run without a name nothing is closed"
    rehearsed, _ = imported(shop, "axe.json", "--run", "nightly", "--dry-run", code=0)
    answer = shop.ok("import", "axe.json", "--run", "nightly")
    assert "Closed 1 finding that this run no longer reports:" in answer.error and "axe button-name on sign-in/close" in answer.error
    assert [one["rule"] for one in rehearsed["closed"]] == ["button-name"]
    assert {row["rule"] for row in rows(shop)} == {"color-contrast"}
    # What a tool no longer finds is no pass: the cell that it opened waits for a person.
    cells = json.loads(shop.ok("status", "--json").out)["cells"]
    assert (cells["pass"], cells["cant_tell"]) == (0, 2)
    # An older report closes nothing, also one without findings.
    report(1)
    answer = shop.ok("import", "axe.json", "--run", "nightly")
    assert "A later report of this run was imported before" in answer.error and len(rows(shop)) == 1
    report(7)
    said, _ = imported(shop, "axe.json", "--run", "nightly", code=0)
    assert [one["rule"] for one in said["closed"]] == ["color-contrast"] and rows(shop) == []
    # It is a thing done, and undone as such.
    shop.ok("undo")
    assert [row["rule"] for row in rows(shop)] == ["color-contrast"]
    shop.ok("doctor")


def test_the_time_of_the_run_is_that_of_its_findings(shop):
    """The time in the line that names the run was not kept, and an older report closed what a newer one had found."""
    def run(day, *issues):
        lines = [{"auditRun": "nightly", "at": f"2020-03-{day:02}T10:00:00Z"}, *issues]
        (shop.folder / "run.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        return shop.ok("import", "run.jsonl").error if not issues else shop.run("import", "run.jsonl").error

    issue = {"auditType": "contrast", "compactDescription": "Contrast failed", "element": "close", "screen": "sign-in"}
    run(20, issue)
    assert [row["at"] for row in rows(shop)] == ["2020-03-20T10:00:00Z"]
    assert "A later report of this run was imported before" in run(10) and len(rows(shop)) == 1
    assert "Closed 1 finding" in run(21) and rows(shop) == []


def test_a_report_that_comes_again_opens_nothing_that_a_newer_one_closed(shop):
    """What the newer one had closed was a finding once more, and no later report closed it."""
    def run(day, *elements):
        lines = [{"auditRun": "nightly", "at": f"2020-03-{day:02}T10:00:00Z"}] + [
            {"auditType": "contrast", "compactDescription": "Contrast failed", "element": element, "screen": "sign-in"} for element in elements]
        (shop.folder / "run.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        said = json.loads(shop.run("import", "run.jsonl", "--json").out)["files"][0]
        return said["added"], said["signals"]["opened"], len(said["signals"]["closed"])

    def found():
        return {row["component"] for row in rows(shop)}

    run(1, "close", "logo", "gone")
    assert run(2, "close") == (0, 0, 2) and found() == {"sign-in/close"}
    assert run(1, "close", "logo", "gone") == (0, 0, 0) and found() == {"sign-in/close"}
    # A later report finds it once more, and what was undone comes back with its report.
    assert run(3, "close", "logo")[0] == 1 and found() == {"sign-in/close", "sign-in/logo"}
    assert run(4, "close")[2] == 1
    shop.ok("undo")
    assert found() == {"sign-in/close", "sign-in/logo"}
    shop.ok("undo")
    assert run(3, "close", "logo")[0] == 1 and found() == {"sign-in/close", "sign-in/logo"}


def test_files_without_a_time_do_not_make_others_of_the_run_older(shop):
    """They are recorded now, and the time of a report is before that."""
    def axe(day, *rules):
        (shop.folder / "axe.json").write_text(json.dumps({
            "testEngine": {"name": "axe-core"}, "url": "https://shop.example/sign-in", "timestamp": f"2020-03-{day:02}T10:00:00Z",
            "violations": [{"id": rule, "help": rule, "nodes": [{"target": ["[data-testid=\"close\"]"]}]} for rule in rules]}))

    axe(1, "button-name", "color-contrast")
    shop.ok("import", "axe.json", "--run", "nightly")
    axe(2, "color-contrast")
    (shop.folder / "a.jsonl").write_text('{"auditType":"hitRegion","element":"close","screen":"sign-in"}\n')
    answer = shop.ok("import", "a.jsonl", "axe.json", "--run", "nightly")
    assert "Closed 1 finding" in answer.error and "A later report" not in answer.error
    assert {row["rule"] for row in rows(shop)} == {"color-contrast", "hitRegion"}


def test_findings_of_another_machine_are_closed_by_nobody_here(shop):
    other = Tracker(shop.folder / "other")
    other.folder.mkdir()
    other.begin()
    shop.ok("export", "-o", "all.a11y.json")
    other.ok("import", "--adopt", "../all.a11y.json")
    shutil.copy(TOOLS / "xctest-pretty.json", shop.folder / "a.json")
    imported(shop, "a.json", "--run", "nightly")
    shop.ok("export", "-o", "all.a11y.json", "--yes")
    other.ok("import", "../all.a11y.json")
    before = rows(other)
    (other.folder / "b.json").write_text('{"auditType":"contrast","element":"total-label","screen":"cart"}\n')
    said, _ = imported(other, "b.json", "--run", "nightly")
    assert said["closed"] == [] and {row["rule"] for row in rows(other)} >= {row["rule"] for row in before}


@pytest.mark.parametrize("name, words", [
    ("book.xlsx", "save the sheet as CSV"), ("page.html", "write JSON or SARIF"),
    ("notes.json", "report of XCTest, Appium, axe-core"), ("eslint.json", "@microsoft/eslint-formatter-sarif")])
def test_what_is_no_report_is_refused_with_what_can_be_read(shop, name, words):
    content = {"book.xlsx": b"PK\x03\x04" + b"\0" * 100, "page.html": b"<!doctype html><title>FastPass</title>",
               "notes.json": b'{"notes":[]}', "eslint.json": b'[{"filePath":"a.js","messages":[]}]'}[name]
    (shop.folder / name).write_bytes(content)
    answer = shop.run("import", name)
    assert answer.code == 4 and words in " ".join(answer.error.split()), answer.error


@pytest.mark.parametrize("version", ["1.0.0", "2.0.0"])
def test_sarif_before_2_1_says_which_is_read(shop, version):
    """A member of 2.1 was missing."""
    run = {"tool": {"name": "lint"}, "results": []}
    (shop.folder / "old.sarif").write_text(json.dumps({
        "$schema": f"http://json.schemastore.org/sarif-{version}", "version": version, "runs": [run]}))
    answer = shop.run("import", "old.sarif")
    assert answer.code == 4 and f"$.version: expected SARIF 2.1.0, found SARIF {version}" in answer.error
    assert "hint: Export the report as SARIF 2.1.0" in answer.error


def test_our_own_files_are_no_findings(shop):
    shop.log("fail", "voiceover.label-present", "sign-in/close", "-s", "1")
    shop.run("gate", "--max-critical", "0", "--sarif", "gate.sarif")
    shop.ok("report", "--earl", "all.jsonld")
    for name in ("gate.sarif", "all.jsonld"):
        answer = shop.run("import", name)
        assert answer.code == 4 and "to import results, use a bundle of" in answer.error
    assert rows(shop) == []


def hostile(name):
    """Reports that cost as much as their form allows; none is written by a tool."""
    size = 16 << 20
    keys = [f'"k{number * 7919 % 1990:04}":1' for number in range(1990)]
    texts = {
        "many members": '{"violations":[],"url":"x","junk":[' + ",".join(["{" + ",".join(keys) + "}"] * (size // 20_000)) + "]}",
        "many numbers": '{"@context":"http://www.w3.org/ns/earl#","@graph":[' + "1," * (size // 2) + "1]}",
        "many brackets": '{"auditType":"contrast"}\n' + "}" * size,
        "many elements": "[" + ",".join(
            '{"id":"a","help":"b","helpUrl":"c","nodes":[{"target":["#x%d"]}]}' % number for number in range(40_000)) + "]",
        "many rules": "[" + ",".join('{"id":"r%d","helpUrl":"c","nodes":[{"target":[]}]}' % n for n in range(40_000)) + "]",
        "deep": '[{"id":"a","helpUrl":"x","nodes":[' + "[" * 5_000_000,
        "deep assertions": '{"@type":"Assertion","x":' * 60 + "1" + "}" * 60 + '"http://www.w3.org/ns/earl#"',
        "a long name": '[{"auditType":"contrast","element":"' + "a" * (15 << 20) + '"}]',
    }
    return texts[name].encode()


@pytest.mark.costly
@pytest.mark.parametrize("name, code", [
    ("many members", 0), ("many numbers", 4), ("many brackets", 4), ("many elements", 3), ("many rules", 3), ("deep", 4),
    ("deep assertions", 4), ("a long name", 3)])
def test_a_hostile_report_costs_little_and_says_so(shop, name, code):
    path = shop.folder / "report.json"
    path.write_bytes(hostile(name))
    before = shop.database.read_bytes()
    answer, seconds = measured(shop, "import", "--dry-run", path, memory=512 << 20)
    assert answer.code == code, answer.error[:500]
    assert seconds < 60 and len(answer.error) < 20_000
    assert shop.database.read_bytes() == before


@pytest.mark.parametrize("time", [-1, 253402300800000, 9223372036854775807, "9" * 40])
def test_a_time_that_no_clock_shows_is_none(shop, tmp_path, time):
    report = tmp_path / "android.json"
    report.write_text(json.dumps({
        "axeContext": {"axeMetaData": {"analysisTimestamp": str(time), "axeVersion": "1"}},
        "axeRuleResults": [{"ruleId": "ColorContrast", "status": "FAIL", "ruleSummary": "x", "axeViewId": "1", "impact": 2}]}))
    said, _ = imported(shop, str(report), code=3)
    assert said["unmatched"] == 1 and len(rows(shop)) == 1


def test_a_page_that_lighthouse_could_not_test_has_its_error(shop):
    """It was no report of Lighthouse."""
    (shop.folder / "lh.json").write_text(json.dumps({
        "lighthouseVersion": "12.0.0", "requestedUrl": "http://x", "fetchTime": "2026-03-01T10:00:00.000Z", "audits": {},
        "runtimeError": {"code": "NO_FCP", "message": "The page did not paint any content."}, "categories": {}}))
    answer = shop.run("import", "lh.json")
    said = " ".join(answer.error.split())
    assert answer.code == 4 and "Lighthouse could not test the page: NO_FCP: The page did not paint any content" in said, said


@pytest.mark.parametrize("text, reason", [
    ('[{"code":"a","type":"error","typeCode":1,"message":"m","context":"<a>","selec', "line 1, column "),
    ('[{"code":"a","type":"error","typeCode":1,"message":12,"selector":"b"}]', "$[0].message: expected text, found 12")])
def test_json_of_pa11y_that_is_wrong_says_what_is(shop, text, reason):
    """It was said to be JSON, and not a table."""
    (shop.folder / "pa11y.json").write_text(text)
    answer = shop.run("import", "pa11y.json")
    assert answer.code == 4 and f'"pa11y.json", {reason}' in answer.error and "not a table" not in answer.error, answer.error
