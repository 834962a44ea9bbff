"""The files that a gate writes for build servers and code hosts, by their schemas and by what the receivers ask for."""

import json
import xml.etree.ElementTree

import jsonschema
import junitparser
import sarif_pydantic

from program import FIXTURES, Tracker, require_sentence
from receivers import FORMS, ingestion_problems, require_junit
from test_gate import ADD, CLOSE, HINT, LABEL, TARGET, at, log, made, rounds  # noqa: F401 (fixtures)

SCHEMA = json.loads((FIXTURES / "sarif/sarif-schema-2.1.0.json").read_text())
CHECKER = jsonschema.validators.validator_for(SCHEMA)
SARIF = CHECKER(SCHEMA, format_checker=CHECKER.FORMAT_CHECKER)


def require_sarif(path):
    """SARIF 2.1.0 by a reader of its own, and by the public schema."""
    document = json.loads(path.read_text())
    sarif_pydantic.Sarif.model_validate(document)
    SARIF.validate(document)
    assert ingestion_problems(document) == []
    run, = document["runs"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    prints = [result["partialFingerprints"]["a11yCell/v1"] for result in run["results"]]
    assert len(set(prints)) == len(prints)
    return run


def test_files_for_build_servers(rounds):
    log(rounds, "pass", LABEL, ADD, 10, "now")
    log(rounds, "fail", LABEL, CLOSE, 10, "now", "-s", "1", "-m", "says nothing")
    log(rounds, "fail", TARGET, CLOSE, 10, "now", "-s", "4")
    (rounds.folder / "Sign In.swift").write_text("struct SignIn {}\n")
    rounds.ok("edit", "component", CLOSE, "--source", "Sign In.swift")
    rounds.ok("new", "waiver", CLOSE, TARGET, "--reason", "deferred", "--approver", "lead", "--until", "2099-01-01")
    words = ["gate", "--audit", "now", "--max-critical", "0", "--min-coverage", "90", "--max-serious", "3", "--pre-release",
             "--critical-rules", "--baseline", "before", "--junit", "gate.xml", "--sarif", "gate.sarif"]
    answer = rounds.run(*words)
    assert answer.code == 1
    require_junit(rounds.folder / "gate.xml")
    suite, = junitparser.JUnitXml.fromfile(str(rounds.folder / "gate.xml"))
    assert (suite.tests, suite.failures, suite.errors) == (6, 3, 1)
    assert suite.name == "a11y gate of now" and suite.timestamp
    shown = {case.name: [type(one).__name__ for one in case.result] for case in suite}
    assert shown == {
        "max-serious": [], "no-regressions": [], "pre-release": ["Error"], "min-coverage": ["Failure"],
        "max-critical": ["Failure"], "critical-rules": ["Failure"]}
    failure = {case.name: case.result[0] for case in suite if case.result}
    assert "1 critical finding open" in failure["max-critical"].message
    assert f"FAIL, {CLOSE} {LABEL}, critical. Note: says nothing" in failure["max-critical"].text
    assert failure["min-coverage"].type == "untested" and failure["pre-release"].type == "no-data"

    run = require_sarif(rounds.folder / "gate.sarif")
    results = {result["ruleId"]: result for result in run["results"]}
    assert set(results) == {LABEL}, "what is waived is no alert"
    assert (results[LABEL]["level"], results[LABEL]["baselineState"]) == ("error", "unchanged")
    figures = run["invocations"][0]["properties"]
    assert (figures["verdict"], figures["waived"], figures["leftOut"]) == ("fail", 1, 0)
    assert "Note: says nothing" in results[LABEL]["message"]["text"]
    place = results[LABEL]["locations"][0]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "Sign%20In.swift"
    assert place["physicalLocation"]["region"]["startLine"] == 1
    assert place["logicalLocations"][0]["fullyQualifiedName"] == CLOSE

    # The same cells are the same results the next time, and a run that fails leaves the files of the last one.
    first = {name: (rounds.folder / name).read_bytes() for name in ("gate.xml", "gate.sarif")}
    assert rounds.run(*words, "--json").code == 1
    assert {one["partialFingerprints"]["a11yCell/v1"] for one in require_sarif(rounds.folder / "gate.sarif")["results"]} == {
        f"{CLOSE} {LABEL} default"}
    assert rounds.run("gate", "--max-critical", "0", "--baseline", "nowhere", "--junit", "gate.xml").code == 3
    assert (rounds.folder / "gate.xml").read_bytes()[:60] == first["gate.xml"][:60]
    assert not [path for path in rounds.folder.iterdir() if path.name.startswith(".") and path.name != ".a11y"]
    # Untested cells of a list are no alerts but counted, and nothing at all is no success.
    assert rounds.run("gate", "--critical-rules", f"component:{ADD}", "--sarif", "gate.sarif").code == 1
    run = require_sarif(rounds.folder / "gate.sarif")
    assert run["results"] == [] and run["invocations"][0]["properties"]["notJudged"] > 0
    assert rounds.run("gate", "--max-critical", "0", "check:nothing", "--junit", "gate.xml", "--sarif", "gate.sarif").code == 3
    suite, = junitparser.JUnitXml.fromfile(str(rounds.folder / "gate.xml"))
    assert suite.errors == 1
    assert require_sarif(rounds.folder / "gate.sarif")["results"] == []


def test_every_open_failure_has_a_line_of_a_file(rounds):
    """The source of its component, the line that the note names, or the component's line in the list of components."""
    log(rounds, "fail", LABEL, ADD, 10, "", "-s", "1", "-m", "see Other.swift:9")
    log(rounds, "fail", LABEL, CLOSE, 10, "", "-s", "1", "-m", "Close.swift:71: says nothing")
    log(rounds, "fail", TARGET, CLOSE, 10, "", "-s", "3", "-m", "an icon without a frame, line 30")
    log(rounds, "fail", HINT, CLOSE, 10, "", "-s", "3")
    rounds.ok("edit", "component", CLOSE, "--source", "Views/Close.swift:12")
    assert rounds.run("gate", "--max-critical", "0", "--sarif", "gate.sarif").code == 1
    run = require_sarif(rounds.folder / "gate.sarif")
    rows = rounds.ok("list", "components", "--format", "csv").text.splitlines()
    line, = [number for number, row in enumerate(rows, 1) if row.startswith(f"{ADD},")]
    places = {}
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]
        key = (result["ruleId"], result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"])
        places[key] = (place["artifactLocation"]["uri"], place["region"]["startLine"])
    assert places == {(LABEL, ADD): ("components.csv", line), (LABEL, CLOSE): ("Views/Close.swift", 71),
                      (TARGET, CLOSE): ("Views/Close.swift", 30), (HINT, CLOSE): ("Views/Close.swift", 12)}


def test_items_as_junit_in_each_form(rounds):
    (rounds.folder / "seen.txt").write_text("silence")
    log(rounds, "fail", LABEL, CLOSE, 10, "now", "-s", "1", "-m", "says nothing", "--evidence", "seen.txt")
    log(rounds, "fail", TARGET, CLOSE, 10, "now")
    log(rounds, "na", TARGET, ADD, 10, "now")
    rounds.ok("new", "waiver", CLOSE, TARGET, "--reason", "deferred", "--approver", "lead", "--until", "2099-01-01")
    words = ["gate", "--audit", "now", "--max-critical", "0", "--junit-items", "items.xml", "--junit", "rules.xml"]
    for form in FORMS:
        assert rounds.run(*words, "--junit-form", form).code == 1
        for name in ("items.xml", "rules.xml"):
            require_junit(rounds.folder / name, form)
    assert rounds.run(*words).code == 1
    require_junit(rounds.folder / "rules.xml", "ant")
    document = require_junit(rounds.folder / "items.xml", "properties")
    found = {}
    for case in document.iter("testcase"):
        state = [(one.tag, one.get("message")) for one in case if one.tag != "properties"]
        properties = {one.get("name"): one.get("value") for one in case.iter("property")}
        assert properties["check"] == case.get("name")
        found[case.get("classname"), case.get("name")] = (state, properties)
    assert {place: state[0][0] if state else "passed" for place, (state, _) in found.items()} == {
        (CLOSE, LABEL): "failure", (CLOSE, TARGET): "skipped", (ADD, TARGET): "skipped", (ADD, LABEL): "skipped"}
    assert "waived until 2099-01-01" in found[CLOSE, TARGET][0][0][1] and "UNTESTED" in found[ADD, LABEL][0][0][1]
    assert found[CLOSE, LABEL][1]["criterion"] and found[CLOSE, LABEL][1]["severity"] == "critical"
    assert found[CLOSE, LABEL][1]["evidence"] == "seen.txt"
    suite, = document.iter("testsuite")
    assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["4", "1", "0", "3"]
    require_sentence(rounds.run("gate", "--max-critical", "0", "--junit-form", "ant"), 2)


HOSTILE = "\x1b[31m<b>&\"']]>\u202e\ufffe\uffff\u2028\x7f\r\n\x01=1+1|`x`\U0001f600"


def test_hostile_text_is_harmless_in_every_form(rounds):
    log(rounds, "fail", LABEL, CLOSE, 10, "now", "-s", "1", "-m", HOSTILE)
    source = "a <b>&\"'\u00e9:%.swift"
    (rounds.folder / source).write_text("x")
    rounds.ok("edit", "component", CLOSE, "--source", source, "--title", "<i>&")
    words = ["gate", "--max-critical", "0", f"component:{CLOSE}", "-component:<b>&\"]]>\u202e"]
    assert rounds.run(*words, "--junit", "gate.xml", "--sarif", "gate.sarif").code == 1
    raw = (rounds.folder / "gate.xml").read_text()
    assert not any(ord(sign) < 32 and sign not in "\n\t" for sign in raw)
    assert not any(sign in raw for sign in "\x7f\u202e\ufffe\uffff\u2028")
    xml.etree.ElementTree.parse(rounds.folder / "gate.xml")
    suite, = junitparser.JUnitXml.fromfile(str(rounds.folder / "gate.xml"))
    case, = [case for case in suite if case.result]
    assert "<b>&\"']]>" in case.result[0].text and "\\u{1b}" in case.result[0].text
    run = require_sarif(rounds.folder / "gate.sarif")
    assert HOSTILE in run["results"][0]["message"]["text"]
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "a%20%3Cb%3E%26%22%27%C3%A9%3A%25.swift"
    for form in ["table", "plain", "md", "json"]:
        text = rounds.run(*words, "--format", form).text
        assert not any(sign in text for sign in "\x1b\u202e\ufffe\x7f\r\x01")


def test_two_leads_get_the_same_bytes(rounds):
    log(rounds, "fail", LABEL, CLOSE, 10, "now", "-s", "1")
    other = Tracker(rounds.folder / "other")
    rounds.ok("export", "-o", "all.a11y.json")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "../all.a11y.json", "--adopt")
    words = ["gate", "--audit", "now", "--min-pass", "90", "--baseline", "before", "--as-of", at(20), "--json"]
    for tracker in (rounds, other):
        tracker.run(*words, "--junit", "gate.xml", "--sarif", "gate.sarif")
    assert rounds.run(*words).out == other.run(*words).out
    for name in ("gate.xml", "gate.sarif"):
        assert (rounds.folder / name).read_bytes() == (other.folder / name).read_bytes()
