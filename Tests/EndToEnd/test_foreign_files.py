"""Files as programs of other people write them: reports of clean runs, through pipes, in UTF-16, tickets of GitLab."""

import json
import subprocess

import pytest

from program import CHECK, PROGRAM, environment
from test_tool_reports import TOOLS, imported, rows, shop  # noqa: F401

ISSUE = '{"auditType":"contrast","compactDescription":"Contrast failed","element":"close","screen":"sign-in"}\n'
AXE = {"violations": [{"id": "button-name", "help": "Buttons have text", "nodes": [{"target": ["[data-testid=\"close\"]"]}]}]}
SPELLINGS = [("utf-8-sig", b""), ("utf-16", b""), ("utf-16-le", b""), ("utf-16-be", b""), ("utf-16-be", b"\xfe\xff")]


def bash(tracker, script, code=0):
    done = subprocess.run(["bash", "-c", script, str(PROGRAM)], cwd=tracker.folder, capture_output=True, timeout=120,
                          env=environment(tracker.folder))
    assert done.returncode == code, done.stderr.decode()
    return done.stdout.decode() + done.stderr.decode()


# A run that found nothing

@pytest.mark.parametrize("content, words", [
    ("", ["--run", "nightly"]), (" \n", ["--run", "nightly", "--build", "3.3"]), ("", ["--as", "xctest", "--run", "nightly"]),
    ("[]", ["--run", "nightly"]), (" [ ]\n", ["--as", "axe", "--run", "nightly", "--build", "3.3"]),
    ('{"value":[]}', ["--run", "nightly"]), ('{"auditRun":"nightly","at":"2026-03-02T10:00:00Z"}\n', []),
    ('{"auditRun":""}\n', ["--run", "nightly"])])
def test_a_clean_run_closes_what_it_found_before(shop, content, words):
    path = shop.folder / "audit.jsonl"
    path.write_text(ISSUE)
    shop.ok("import", path, "--run", "nightly", "--build", "3.2")
    path.write_text(content)
    answer = shop.ok("import", path, *words)
    assert "0 findings: 0 matched" in answer.text and "The run found nothing." in answer.error
    assert "Closed 1 finding that this run no longer reports" in answer.error and rows(shop, "state:open") == []
    assert "a11y: " not in answer.error


def test_an_empty_file_is_no_clean_run_of_another_tool(shop):
    """A tool that stopped early leaves one: what it found before stays, and the report says so."""
    path = shop.folder / "axe.json"
    path.write_text(json.dumps(AXE))
    shop.ok("import", path, "--run", "web", "--component", "sign-in/close")
    path.write_text("")
    answer = shop.ok("import", path, "--run", "web")
    assert "1 finding of axe stays open" in answer.error and "--as axe" in answer.error and len(rows(shop)) == 1
    refused = shop.run("import", path, "--run", "web", "--as", "axe")
    assert refused.code == 4 and "the file is empty" in refused.error and len(rows(shop)) == 1
    path.write_text("[]")
    assert "Closed 1 finding" in shop.ok("import", path, "--run", "web").error and rows(shop) == []


@pytest.mark.parametrize("form", ["xctest", "axe", "cvs", "pa11y", "evinced", "earl"])
def test_each_format_that_is_named_for_an_empty_list_takes_it(shop, form):
    (shop.folder / "out.json").write_text("[]")
    assert form in shop.run("import", "out.json").error
    assert f"{form}: 0 findings" in shop.ok("import", "out.json", "--as", form).text


@pytest.mark.parametrize("content", ['{"violations":"Zur\u00fcck"}'.encode("cp1252"), ISSUE.encode("utf-32"),
                                     b"\xff\xfea"], ids=repr)
def test_other_spellings_are_refused_with_what_to_do(shop, content):
    (shop.folder / "out.json").write_bytes(content)
    answer = shop.run("import", "out.json")
    assert answer.code == 4 and "hint: Save the file as UTF-8" in answer.error and "out.json" in answer.error, answer.error


@pytest.mark.parametrize("clean", ["", "[]", '{"auditRun":"nightly","at":"2026-03-02T10:00:00Z"}'])
def test_files_of_one_run_are_one_report(shop, clean):
    """One file for each device: the clean one closes nothing of the other, in either order."""
    head = '{"auditRun":"nightly","at":"2026-03-01T10:00:00Z"}\n'
    for name, content in (("phone.jsonl", head + ISSUE), ("pad.jsonl", clean), ("watch.jsonl", head + ISSUE.replace("close", "logo"))):
        (shop.folder / name).write_text(content)
    shop.ok("import", "phone.jsonl", "watch.jsonl", "--run", "nightly")
    assert len(rows(shop, "state:open")) == 2
    for files in (["phone.jsonl", "pad.jsonl"], ["pad.jsonl", "phone.jsonl"]):
        shop.ok("import", *files, "--run", "nightly")
        assert [row["component"] for row in rows(shop, "state:open")] == ["sign-in/close"]


@pytest.mark.parametrize("content, forms", [
    ("[]", "xctest, axe, cvs, pa11y, evinced"), ("", "--as xctest, or --run NAME"),
    ('{"notes":[]}', "xctest, xcresult, axe"), ('{"notes":oops}', "xctest, xcresult, axe")])
def test_what_cannot_be_told_says_how_to_tell_it(shop, content, forms):
    path = shop.folder / "out.json"
    path.write_text(content)
    answer = shop.run("import", path)
    said = " ".join(answer.error.split())
    assert answer.code == 4 and "--as" in said and forms in said and "Ask the sender" not in said, said


def test_the_first_line_of_the_recorder_names_the_run(shop):
    head = '{"auditRun":"nightly","at":"2026-03-01T10:00:00Z"}\n'
    (shop.folder / "a.jsonl").write_text(head + ISSUE)
    said, _ = imported(shop, "a.jsonl", code=0)
    assert said["findings"] == 1
    (shop.folder / "a.jsonl").write_text(head.replace("03-01", "03-02"))
    said, _ = imported(shop, "a.jsonl", code=0)
    assert [one["rule"] for one in said["closed"]] == ["contrast"] and rows(shop) == []
    (shop.folder / "a.jsonl").write_text(head + ISSUE + head.replace("nightly", "daily"))
    answer = shop.run("import", "a.jsonl")
    assert answer.code == 4 and "line 3, $.auditRun" in answer.error and rows(shop) == []


# Through a pipe

@pytest.mark.parametrize("name", ["xctest-pretty.json", "axe-result.json", "lighthouse.json", "axe.sarif"])
def test_a_report_through_a_pipe_is_that_of_the_file(shop, name):
    path = TOOLS / name
    wanted = shop.run("import", "--dry-run", path)
    for script in (f'"$0" import --dry-run - < {path}', f'cat {path} | "$0" import --dry-run -',
                   f'cat {path} | "$0" import --dry-run /dev/stdin', f'"$0" import --dry-run <(cat {path})'):
        assert bash(shop, script, wanted.code).splitlines()[0] == wanted.text.splitlines()[0], script


def test_bundles_tables_tickets_and_maps_come_through_pipes(shop):
    shop.ok("log", "fail", CHECK, "sign-in/close", "--tester", "t1", "-m", "x")
    shop.ok("export", "-o", "all.a11y.json")
    for source in ("- < all.a11y.json", "/dev/stdin < all.a11y.json", "<(cat all.a11y.json)"):
        assert "0 refused" in bash(shop, f'"$0" import --dry-run {source}'), source
        assert "complete and unchanged" in bash(shop, f'"$0" verify {source}'), source
    bash(shop, "\"$0\" new component --from <(printf 'Name;Typ\\nfoot;button\\n') --map <(printf 'Name=key,Typ=kind')")
    bash(shop, '"$0" report --issues jira -o tickets.csv; mark=$(grep -o "a11y-[a-z]\\{12\\}" tickets.csv | head -1); '
               'printf "ticket,m\\nA-1,%s\\n" "$mark" | "$0" import - --tester t1')
    assert json.loads(shop.ok("list", "findings", "--json").out)["rows"][0]["tickets"] == ["A-1"]
    assert "named twice" in bash(shop, '"$0" import - /dev/stdin < all.a11y.json', 2)


def test_named_pipes_are_read_like_files(shop):
    """By name, each of its own: what another program writes to them, slowly too; without one they are told."""
    shop.ok("log", "fail", CHECK, "sign-in/close", "--tester", "t1", "-m", "x")
    shop.ok("export", "-o", "all.a11y.json")
    (shop.folder / "a.jsonl").write_text(ISSUE)
    (shop.folder / "items.json").write_text(shop.ok("list", "cells", "--json").text)
    mark = json.loads(shop.ok("report", "--issues", "ndjson").text.splitlines()[0])["mark"]
    (shop.folder / "t.csv").write_text(f"ticket,m\nA-1,{mark}\n")
    (shop.folder / "c.csv").write_text("Name,kind\nfoot,button\n")
    (shop.folder / "map").write_text("Name=key\n")
    bash(shop, "mkfifo p q")
    for writer, words, wanted in (
            ("cat all.a11y.json", "verify p", "complete and unchanged"), ("cat all.a11y.json", "import --dry-run p", "0 refused"),
            ("cat a.jsonl", "import --dry-run p", "1 finding"), ("cat t.csv", "import p --tester t1", "1 of findings"),
            ("cat items.json", "gate --max-critical 0 --baseline p --report-only", "Baseline: p"),
            ("(sleep 0.3; cat c.csv)", "new component --from p --map <(cat map)", "1 added"),
            ("cat c.csv", "new component --from p --map q & cat map > q; wait $!", "1 unchanged")):
        assert wanted in bash(shop, f'{writer} > p & "$0" {words}'), words
    alone = shop.run("import", "p")
    assert alone.code == 4 and "no program writes to this named pipe" in alone.error


def test_a_source_may_have_a_line(shop):
    (shop.folder / "Close.swift").write_text("one\n")
    for source in ("Close.swift:12", "Close.swift:12:3"):
        assert "not found" not in shop.ok("edit", "component", "sign-in/close", "--source", source).error
    shop.ok("log", "pass", CHECK, "sign-in/close", "--tester", "t1")
    (shop.folder / "Close.swift").write_text("two\n")
    shop.ok("edit", "component", "sign-in/close", "--source", "Close.swift:13")
    assert json.loads(shop.ok("list", "cells", "stale:source", "--json").out)["rows"]


# In other spellings

@pytest.mark.parametrize("encoding, mark", SPELLINGS, ids=str)
def test_every_text_may_be_spelled_as_powershell_and_spreadsheets_do(shop, encoding, mark):
    def spelled(name, text):
        (shop.folder / name).write_bytes(mark + text.encode(encoding))
        return shop.folder / name

    assert "axe: 1 finding" in shop.run("import", spelled("axe.json", json.dumps(AXE)), "--dry-run").text
    assert "xctest: 1 finding" in shop.ok("import", spelled("a.jsonl", ISSUE), "--dry-run").text
    shop.ok("log", "fail", CHECK, "sign-in/close", "--tester", "t1", "-m", "x")
    bundle = shop.ok("export", "-o", "-").out.decode()
    assert "0 refused" in shop.ok("import", spelled("b.a11y.json", bundle)).text
    assert "complete and unchanged" in shop.ok("verify", spelled("b.a11y.json", bundle)).text
    marks = [json.loads(line)["mark"] for line in shop.ok("report", "--issues", "ndjson").text.splitlines()]
    table = spelled("tickets.csv", f"Ticket,Text\r\nÄ-1,x {marks[0]}\r\n")
    assert json.loads(shop.ok("import", table, "--tester", "t1", "--json").out)
    assert json.loads(shop.ok("list", "findings", "--json").out)["rows"][0]["tickets"] == ["Ä-1"]
    components = spelled("own.csv", "Name,kind,title\r\nfoot,button,Fuß\r\n").read_bytes()
    answer = shop.ok("new", "component", "--from", "-", "--map", spelled("map.txt", "Name=key\n"), stdin=components)
    assert "1 added" in answer.text


def test_a_label_is_the_same_however_its_accents_are_spelled(shop):
    shop.ok("edit", "component", "sign-in/close", "--title", "Zur\u00fcck")
    (shop.folder / "a.jsonl").write_text(ISSUE.replace('"element":"close"', '"label":"ZURU\u0308CK"'))
    assert "sign-in/close " in shop.ok("import", "--dry-run", "a.jsonl").text
    shop.ok("edit", "component", "sign-in/close", "--title", "")
    shop.ok("edit", "tracker", "--match", "Zur\u00fc*=sign-in/close")
    (shop.folder / "a.jsonl").write_text(ISSUE.replace('"element":"close"', '"label":"Zuru\u0308ck"'))
    assert "sign-in/close " in shop.ok("import", "--dry-run", "a.jsonl").text


# Tickets

@pytest.mark.parametrize("shape", [
    "list", "label", "glab view", "texts", "jira", "graph", "pages", "pages in a list", "lines", "capitals", "connection", "edges", "azure",
    "linear", "youtrack", "bugzilla"])
def test_tickets_come_as_each_tracker_writes_them(shop, shape):
    shop.ok("log", "fail", CHECK, "sign-in/close", "--tester", "t1", "-m", "x")
    mark = json.loads(shop.ok("report", "--issues", "ndjson").text.splitlines()[0])["mark"]
    address = "https://gitlab.example/g/p/-/issues/5"
    issue = {"id": 4711, "iid": 5, "title": "t", "description": f"see {mark}", "web_url": address, "weight": None}
    document, ticket = {
        "list": ([issue, {"id": 1, "iid": 6, "title": "another"}], address),
        "label": ([{"id": 4711, "iid": 5, "labels": ["accessibility", mark]}], "#5"),
        "glab view": (issue, address), "texts": ([{"iid": "5", "description": mark}], "#5"),
        "jira": ({"issues": [{"key": "SHOP-12", "fields": {"labels": [mark]}}]}, "SHOP-12"),
        "graph": ([{"number": 7, "labels": [{"name": mark}]}], "#7"),
        # As `gh api --paginate` joins pages, `--slurp` collects them, and `--jq '.[]'` writes issues.
        "pages": ("[%s][%s]", "#7"), "pages in a list": ("[[%s], [%s]]", "#7"), "lines": ("%s\n%s\n", "#7"),
        "capitals": ([{"number": 7, "labels": [{"name": mark.upper()}]}], "#7"),
        "connection": ({"data": {"repository": {"id": "R_1", "issues": {"nodes": [{"number": 7, "body": mark}]}}}}, "#7"),
        "edges": ({"data": {"search": {"edges": [{"cursor": "a", "node": {"number": 7, "body": mark}}]}}}, "#7"),
        "azure": ({"count": 1, "value": [{"id": 7, "fields": {"System.Title": mark}, "url": "https://dev.azure.com/o/_apis/wit/workItems/7"}]},
                  "7"),
        "linear": ({"data": {"issues": {"nodes": [{"id": "f00d", "identifier": "SHO-7", "description": mark}]}}}, "SHO-7"),
        "youtrack": ([{"id": "2-7", "idReadable": "SH-7", "summary": mark, "resolved": 1700000000000}], "SH-7"),
        "bugzilla": ({"bugs": [{"id": 7, "summary": mark, "status": "RESOLVED"}]}, "7")}[shape]
    pages = [json.dumps({"number": number, "body": text}) for number, text in ((7, mark), (8, "another"))]
    (shop.folder / "issues.json").write_text(document % tuple(pages) if isinstance(document, str) else json.dumps(document))
    answer = shop.ok("import", "issues.json", "--tester", "t1")
    assert ("1 row without the mark" in answer.error) == (shape in ("list", "pages", "pages in a list", "lines"))
    state = json.loads(shop.ok("list", "findings", "--json").out)["rows"][0]["ticket_state"]
    assert state == ("closed" if shape in ("youtrack", "bugzilla") else None)
    assert json.loads(shop.ok("list", "findings", "--json").out)["rows"][0]["tickets"] == [ticket]


def test_an_issue_that_has_a_list_is_the_issue(shop):
    """The steps of an issue were read as the issues, and the ticket was not found."""
    shop.ok("log", "fail", CHECK, "sign-in/close", "--tester", "t1", "-m", "x")
    mark = json.loads(shop.ok("report", "--issues", "ndjson").text.splitlines()[0])["mark"]
    issue = {"key": "SHOP-12", "fields": {"description": mark}, "tasks": [{"id": "1", "title": "Look"}]}
    (shop.folder / "issue.json").write_text(json.dumps(issue))
    shop.ok("import", "issue.json", "--tester", "t1")
    assert json.loads(shop.ok("list", "findings", "--json").out)["rows"][0]["tickets"] == ["SHOP-12"]


def test_a_ticket_without_a_number_is_not_one_without_a_mark(shop):
    shop.ok("log", "fail", CHECK, "sign-in/close", "--tester", "t1", "-m", "x")
    mark = json.loads(shop.ok("report", "--issues", "ndjson").text.splitlines()[0])["mark"]
    (shop.folder / "issues.json").write_text(json.dumps([{"title": "t", "description": mark}]))
    answer = shop.run("import", "issues.json", "--tester", "t1")
    assert answer.code == 4 and "$[0]: no member has the ticket; expected one of ticket, web_url" in answer.error


# Other wrappings of what is read, and other forms of the same tools

def lighthouse(page, categories=("accessibility",)):
    audit = {"id": "button-name", "title": "Buttons have names", "score": 0, "scoreDisplayMode": "binary", "details": {
        "type": "table", "items": [{"node": {"selector": "[data-testid=\"close\"]"}}]}}
    return {"lighthouseVersion": "12.2.0", "finalDisplayedUrl": f"https://shop.example/{page}", "fetchTime": "2026-03-01T10:00:00.000Z",
            "audits": {"button-name": audit}, "categories": {name: {"auditRefs": [{"id": "button-name"}]} for name in categories}}


@pytest.mark.parametrize("document, findings", [
    (lighthouse("sign-in"), 1), ({"lhr": lighthouse("sign-in"), "report": "<html>", "artifacts": {}}, 1),
    ([lighthouse("sign-in"), lighthouse("cart")], 2), ({"lighthouseResult": lighthouse("sign-in"), "kind": "pagespeedonline#result"}, 1),
    ({"steps": [{"lhr": lighthouse("sign-in"), "name": "a"}, {"lhr": lighthouse("sign-in", ["performance"]), "name": "b"},
                {"lhr": lighthouse("cart"), "name": "c"}], "name": "User flow"}, 2)], ids=["result", "runner", "list", "PageSpeed", "user flow"])
def test_lighthouse_is_read_in_each_of_its_wrappings(shop, document, findings):
    (shop.folder / "lh.json").write_text(json.dumps(document))
    said = shop.run("import", "--dry-run", "lh.json")
    assert f"lighthouse: {findings} finding" in said.text, said.error
    assert ("1 step without accessibility audits" in said.text + said.error) == ("steps" in document)


def test_pages_of_pa11y_come_alone_or_in_a_list(shop):
    issue = {"code": "WCAG2AA.Principle4.Guideline4_1.4_1_2.H91.Button.Name", "type": "error", "typeCode": 1, "message": "No name",
             "context": "<button>", "selector": "[data-testid=\"close\"]", "runner": "htmlcs"}
    page = {"documentTitle": "t", "pageUrl": "https://shop.example/sign-in", "issues": [issue]}
    for document, findings in (([issue], 1), (page, 1), ([page], 1), ([page, {**page, "pageUrl": "https://shop.example/cart"}], 2)):
        (shop.folder / "pa.json").write_text(json.dumps(document))
        said = shop.run("import", "--dry-run", "pa.json")
        assert f"pa11y: {findings} finding" in said.text and "could not be tested" not in said.text + said.error, said.error


@pytest.mark.parametrize("content, advice", [
    (json.dumps([{"file": "Home.swift", "line": 12, "character": 3, "reason": "r", "rule_id": "accessibility_label_for_image"}]), "--reporter sarif"),
    (json.dumps([{"filePath": "a.jsx", "messages": [{"ruleId": "jsx-a11y/alt-text", "severity": 2}]}]), "eslint-formatter-sarif"),
    (json.dumps({"title": "Test", "result": "Failed", "testFailures": [{"failureText": "Contrast failed"}]}), "get test-results tests"),
    ('<?xml version="1.0"?>\n<testsuites><testsuite name="A11y"/></testsuites>', "JSON or SARIF"), ("<html></html>", "JSON or SARIF"),
], ids=["SwiftLint", "ESLint", "xcresult summary", "JUnit", "HTML"])
def test_a_form_that_is_not_read_says_which_one_is(shop, content, advice):
    (shop.folder / "out").write_text(content)
    for words in ((), ("--build", "3.2")):
        answer = shop.run("import", "out", *words)
        hints = [line for line in answer.error.splitlines() if line.startswith("hint: ")]
        assert answer.code in (2, 4) and len(hints) == 1 and advice in hints[0], answer.error


# A run that did not test everything

PA11Y = {"code": "WCAG2AA.Principle4.Guideline4_1.4_1_2.H91.Button.Name", "type": "error", "typeCode": 1, "message": "no name",
         "context": "<button>", "selector": "#close"}
SARIF = {"ruleId": "button-name", "level": "error", "message": {"text": "no name"}}


def ci(issues):
    return {"total": 1, "passes": 0, "errors": 1, "results": {"http://x": issues}}


def sarif(results, **invocation):
    return {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "lint"}}, "invocations": [invocation], "results": results}]}


def lighthouse(mode, score):
    return {"lighthouseVersion": "12.0.0", "requestedUrl": "http://x", "audits": {"button-name": {
        "id": "button-name", "title": "Buttons have a name", "score": score, "scoreDisplayMode": mode,
        "details": {"type": "table", "items": [{"node": {"selector": "#close"}}]}}},
        "categories": {"accessibility": {"auditRefs": [{"id": "button-name"}]}}}


def xcresult(result, *messages, of="UI test bundle"):
    test = {"nodeType": "Test Case", "name": "testSignIn()", "result": result,
            "children": [{"nodeType": "Failure Message", "name": message} for message in messages]}
    return {"devices": [], "testPlanConfigurations": [], "testNodes": [{"nodeType": of, "name": "A", "children": [test]}]}


def earl(outcome):
    return {"@context": "http://www.w3.org/ns/earl#", "@graph": [{
        "@type": "Assertion", "test": {"@id": "https://a.b/rules/name", "title": "name"}, "result": {"outcome": outcome}}]}


CONTRAST, PASSED = xcresult("Failed", "A.swift:12: Contrast failed"), xcresult("Passed")
WHOLE, GOOD = lighthouse("binary", 0), lighthouse("binary", 1)


@pytest.mark.parametrize("found, broken, clean", [
    (CONTRAST, xcresult("Failed", "Test crashed with signal kill before starting test execution."), PASSED),
    (CONTRAST, xcresult("Failed"), PASSED), (CONTRAST, xcresult("Skipped"), PASSED), (CONTRAST, xcresult("unknown"), PASSED),
    (CONTRAST, PASSED | {"testNodes": []}, PASSED), (CONTRAST, xcresult("Passed", of="Unit test bundle"), PASSED),
    (WHOLE, GOOD | {"runtimeError": {"code": "NO_FCP", "message": "The page did not paint any content."}}, GOOD),
    (WHOLE, GOOD | {"audits": {}}, GOOD | {"runtimeError": {"code": "NO_ERROR", "message": ""}}),
    (sarif([SARIF]), {"version": "2.1.0", "runs": []}, sarif([])),
    (sarif([SARIF]), sarif([], toolExecutionNotifications=[{"level": "error"}]), sarif([], toolExecutionNotifications=[{"level": "note"}])),
    (earl("earl:Fail"), earl("earl:x"), earl("PASSED")), (earl("FAILED"), earl("untested"), earl("notApplicable")),
    (ci([PA11Y]), ci([{"message": "Timeout"}]), ci([])),
    (sarif([SARIF], executionSuccessful=True), sarif([], executionSuccessful=False), sarif([], executionSuccessful=True)),
    (lighthouse("binary", 0), lighthouse("error", None), lighthouse("binary", 1)),
    (sarif([SARIF]), {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "lint"}}, "externalPropertyFileReferences": {
        "results": [{"location": {"uri": "results.sarif-external-properties"}}]}}]}, sarif([])),
    (sarif([SARIF]), sarif(None), sarif([])), (sarif([SARIF]), {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "lint", "rules": []}}}]}, sarif([])),
], ids=["a test that crashed", "a test without a message", "a test that was skipped", "a test without a result", "no tests",
        "unit tests", "a page without content", "a page without audits", "no runs of SARIF", "a notice of SARIF of an error",
        "an unknown outcome", "an outcome of nothing", "a page of pa11y that timed out", "a run of SARIF that failed", "an audit of Lighthouse that could not run",
        "results of SARIF that are in another file", "results of SARIF that are null", "a run of SARIF that lists its rules"])
def test_what_could_not_be_tested_closes_nothing(shop, found, broken, clean):
    """A page that did not load, or a tool that stopped, was a clean run: it closed what it had found before."""
    def run(report):
        (shop.folder / "out.json").write_text(json.dumps(report))
        answer = shop.run("import", "out.json", "--run", "nightly", "--component", "sign-in/close")
        assert answer.code in (0, 3), answer.error
        return answer
    run(found)
    before = rows(shop) + rows(shop, "state:unmatched")
    assert before
    answer = run(broken)
    assert "The tool could not test everything, so no findings were closed." in answer.error
    assert "The run found nothing" not in answer.error and rows(shop) + rows(shop, "state:unmatched") == before
    assert "Closed 1 finding" in run(clean).error and rows(shop, "state:open") == []


def test_the_table_of_pa11y_is_a_report(shop):
    """pa11y --reporter csv was refused with the advice to write JSON."""
    head, row = '"type","code","message","context","selector"\n', '"error","color-contrast","Contrast","<b id=\\"x\\">","#close"\n'
    (shop.folder / "out.csv").write_text(head + row)
    assert "pa11y: 1 finding" in shop.run("import", "out.csv", "--run", "nightly").text
    (shop.folder / "out.csv").write_text(head)
    assert "Closed 1 finding" in shop.ok("import", "out.csv", "--run", "nightly").error


# Tables where a report is expected, and names and dates as people write them

@pytest.mark.parametrize("content", [
    "requestedUrl,finalDisplayedUrl,fetchTime\nhttp://x,http://x,2026-03-01\n",
    "Issue key;Summary;Priority\nSHOP-1;without its mark;High\n", "Rule\tElement\tImpact\nbutton-name\t#close\tcritical\n", '"Rule","Element"\n"button-name","#close"\n', '"Rule";Element\n'])
def test_a_table_where_a_report_is_expected_says_what_to_do(shop, content):
    """It was "JSON, but not a bundle: expected an object"."""
    (shop.folder / "out.csv").write_text(content)
    answer = shop.run("import", "out.csv")
    said = " ".join(answer.error.split())
    assert answer.code == 4 and '"out.csv" is neither a bundle nor a tool report' in said and "bundle:" not in said, said
    assert "Have a tool write JSON or SARIF" in said and "their marks" in said


@pytest.mark.parametrize("time", ["03/04/2026", "1/2/26", "February", "2026-02-30"])
def test_a_date_in_another_order_says_which_one_is_read(shop, time):
    lines = f"outcome,check,component,at\nfail,{CHECK},sign-in/close,{time}\n"
    answer = shop.run("log", "-", "--tester", "t1", stdin=lines.encode())
    assert answer.code == 4 and "line 2: at: " in answer.error and "write it as 2026-03-01" in answer.error, answer.error


def test_a_header_that_lacks_one_name_says_which(shop):
    lines = f"Outcome,Check ID,Component\nfail,{CHECK},sign-in/close\n"
    answer = shop.run("log", "-", "--tester", "t1", stdin=lines.encode())
    assert answer.code == 4 and "line 1: no column check" in answer.error, answer.error
    assert "Would log 1 result" in shop.ok("log", "-", "--dry-run", "--tester", "t1", "--map", "Check ID=check", stdin=lines.encode()).text
