"""The report: every form says the same, it adds up, and two leads get the same bytes."""

import csv
import io
import json

import pytest

from drawing import drawn
from hostile import PAYLOADS, RAW, require_harmless
from program import CHECK, Tracker
from story import as_of, retell, snapshots, tell

OUTCOMES = {"pass": "pass", "fail": "fail", "na": "na", "cant-tell": "cant_tell"}
FORMS = ["table", "plain", "md", "json", "ndjson", "csv", "tsv"]


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    return tell(Tracker(tmp_path_factory.mktemp("story")))


@pytest.fixture(scope="module")
def colleague(tmp_path_factory, story):
    return retell(story, Tracker(tmp_path_factory.mktemp("colleague")))


def report(tracker, *words):
    return json.loads(tracker.ok("report", *words, "--json").out)


def counts(cells, asked=()):
    """By outcome; untested are those that the plan asks for, of components that were there."""
    found = [outcome for outcome, _, _ in cells.values()]
    there = {component for component, _, _ in cells}
    untested = sum(cell[0] in there and cell not in cells for cell in asked)
    return {key: found.count(outcome) for outcome, key in OUTCOMES.items()} | {"untested": untested}


@pytest.mark.parametrize("snapshot", snapshots(), ids=lambda snapshot: snapshot["file"][:13])
def test_every_round_counted_a_second_time(story, snapshot):
    cells = as_of(snapshot["moment"])
    asked = story.rows('SELECT component, "check", condition FROM v_scope')
    found = report(story, "--as-of", snapshot["moment"].isoformat())
    assert found["cells"] == counts(cells, asked)
    assert found["compliance"]["pass"] == counts(cells)["pass"]
    assert found["compliance"]["judged"] == counts(cells)["pass"] + counts(cells)["fail"]
    assert found["open"]["total"] == counts(cells)["fail"] == len(found["findings"])
    for component in found["components"]:
        own = {cell: state for cell, state in cells.items() if cell[0] == component["key"]}
        assert {key: component[key] for key in [*OUTCOMES.values(), "untested"]} == counts(own, asked)
    assert {(row["component"], row["check"]): row["note"] for row in found["findings"]} == {
        cell[:2]: note or None for cell, (outcome, note, _) in cells.items() if outcome == "fail"}
    if not cells:
        assert found["verdict"]["word"] == "empty" and found["trend"] is None
        return
    last = found["trend"]["points"][-1]
    assert {key: last[key] for key in [*OUTCOMES.values(), "untested"]} == counts(cells, asked)


@pytest.mark.parametrize("first, last", [(1, 2), (1, 9), (3, 7), (8, 9), (5, 5)])
def test_what_changed_adds_up_and_ends_where_the_report_stands(story, first, last):
    moments = [snapshots()[number - 1]["moment"].isoformat() for number in (first, last)]
    found = report(story, "--compare", moments[0], "--as-of", moments[1])
    change = found["change"]
    explained = json.loads(story.ok("trend", "--explain", *moments, "--json").out)
    assert [change[key] for key in ("before", "after", "parts")] == [explained[key] for key in ("before", "after", "parts")]
    for measure, before in change["before"].items():
        assert before + sum(part["difference"][measure] for part in change["parts"]) == change["after"][measure]
    assert {key: change["after"][key] for key in OUTCOMES.values()} == {
        key: found["cells"][key] for key in OUTCOMES.values()}
    assert change["after"]["open"] == found["open"]["total"] and change["after"]["stale"] == found["stale"]


def test_every_form_says_the_same(story):
    words = ["--as-of", "2021-07-01", "--compare", "2019-06-30"]
    found = report(story, *words)
    judged = f"{found['compliance']['pass']} of {found['compliance']['judged']}"
    for form in ("table", "plain", "md"):
        text = story.ok("report", *words, "--format", form, "--width", "400").text
        for phrase in (judged, found["verdict"]["sentence"], found["change"]["summary"]):
            assert phrase in text, form
    page = story.ok("report", *words, "--html", "-").text
    assert judged in page and f"<b>{found['decision']['word'].replace('-', ' ').upper()}</b>" in page
    rows = list(csv.DictReader(io.StringIO(story.ok("report", *words, "--csv").text)))
    assert rows[0]["of"] == "all" and int(rows[0]["pass"]) == found["compliance"]["pass"]
    assert len([row for row in rows if row["of"] == "component"]) == found["scope"]["components"]
    assert len([row for row in rows if row["of"] == "criterion"]) == 86
    assert story.ok("report", *words, "--md").out == story.ok("report", *words, "--format", "md").out


@pytest.mark.parametrize("words, form, day", drawn("two leads", [
    (words, form, day) for words in ("", "--compare 2019-06-30T23:59:59.999Z", "component:**/movie-*", "--testers full")
    for form in ("--format table", "--plain", "--md", "--json", "--csv", "--html -")
    for day in ("2019-07-21T23:59:59.999Z", "2026-01-01T23:59:59.999Z")]))
def test_two_leads_get_the_same_bytes(story, colleague, words, form, day):
    # What people read has their own days and times; what goes to machines and repositories has none of a place.
    zones = ["Asia/Tokyo" if form in ("--format table", "--plain", "--html -") else "America/Lima", "Asia/Tokyo"]
    answers = [machine.ok("report", *words.split(), *form.split(), "--as-of", day, TZ=zone).out
               for machine, zone in zip((story, colleague), zones)]
    # An app without a title has the name of its folder.
    answers = [answer.replace(machine.folder.name.encode(), b"app", 1) for machine, answer in zip((story, colleague), answers)]
    assert answers[0] == answers[1] and answers[0]


def test_testers_are_numbered_and_no_machine_is_named(story):
    for form in (*(["--format", form] for form in FORMS), ["--html", "-"]):
        text = story.ok("report", "--as-of", "2021-07-01", *form).text
        for word in ("inspector", str(story.folder), "/root", "/tmp"):
            assert word not in text, form
    assert "inspector" in story.ok("report", "--as-of", "2021-07-01", "--testers", "full", "--html", "-").text


def test_a_page_is_written_beside_what_is_printed(story):
    path = story.folder / "page.html"
    path.write_text("an older page")
    assert story.run("report", "--as-of", "2021-07-01", "--html", path).code == 5, "it is somebody's own"
    alone = story.ok("report", "--as-of", "2021-07-01", "--html", path, "--yes")
    assert alone.out == b"" and "page.html" in alone.error
    first = path.read_bytes()
    both = story.ok("report", "--as-of", "2021-07-01", "--html", path, "--json")
    assert json.loads(both.out)["schema"] == "a11y.report/1"
    assert path.read_bytes() == first and first.startswith(b"<!doctype html>")
    refused = story.run("report", "--html", story.folder / "nowhere/page.html")
    assert refused.code == 3 and refused.out == b""


def test_the_name_of_the_output_file_says_its_form(tracker):
    """A text was written into `report.html`, and the columns of a terminal into `rows.csv`, without a word."""
    tracker.ok("log", "pass", CHECK, "home", "--tester", "t1")
    for words in (["report"], ["trend"]):
        said = tracker.ok(*words, "-o", "page.html", "--yes")
        assert "Open it in any browser" in said.error and said.out == b""
        assert (tracker.folder / "page.html").read_bytes().startswith(b"<!doctype html>"), words
    tracker.ok("list", "results", "-o", "rows.csv")
    assert (tracker.folder / "rows.csv").read_text().splitlines()[0].startswith("component,check,")
    tracker.ok("status", "-o", "status.json")
    assert json.loads((tracker.folder / "status.json").read_text())["schema"] == "a11y.status/1"
    tracker.ok("report", "-o", "report.md")
    assert (tracker.folder / "report.md").read_text().startswith("## Accessibility report")


def test_an_audit_counts_what_nobody_looked_at(tracker):
    tracker.ok("new", "audit", "spring", "--checklist", "touch-target-manual", "--components", "sign-in/**")
    tracker.log("fail", "touch-target.minimum-44pt", "sign-in/close-button", "-s", "1", "--audit", "spring")
    tracker.log("pass", "voiceover.label-present", "home")
    found = report(tracker, "--audit", "spring")
    assert found["scope"]["audit"] == "spring" and found["scope"]["components"] == 1
    assert found["cells"]["untested"] > 0 and found["cells"]["pass"] == 0
    assert found["open"]["critical"] == 1
    # What the audit leaves out, the tracker's own scope counts.
    assert report(tracker)["cells"]["untested"] > found["cells"]["untested"]


def test_a_dispute_is_told_with_both_sides_at_any_moment(tracker):
    other = Tracker(tracker.folder.parent / "other")
    other.folder.mkdir()
    other.begin()
    tracker.ok("export", "-o", "first.a11y.json")
    other.ok("import", "--adopt", tracker.folder / "first.a11y.json")
    tracker.log("pass", "voiceover.label-present", "home", "--build", "1", "--at", "2026-03-02T10:00:00Z", tester="anna")
    other.log("fail", "voiceover.label-present", "home", "--build", "1", "--at", "2026-03-02T11:00:00Z", "-m", "no trait",
              tester="bea")
    other.ok("export", "-o", "second.a11y.json")
    tracker.ok("import", other.folder / "second.a11y.json")
    for words in ([], ["--as-of", "2026-03-03"]):
        dispute, = report(tracker, *words)["disputes"]
        assert [(side["outcome"], side["note"]) for side in dispute["sides"]] == [("fail", "no trait"), ("pass", None)]
        assert {side["tester"] for side in dispute["sides"]} == {"tester 1", "tester 2"}
    tracker.log("fail", "voiceover.label-present", "home", "--build", "2", "--at", "2026-03-05T10:00:00Z", tester="anna")
    assert report(tracker, "--as-of", "2026-03-02T10:30Z")["disputes"] == report(tracker)["disputes"] == []
    assert len(report(tracker, "--as-of", "2026-03-04")["disputes"]) == 1


def test_no_text_becomes_more_than_text(empty):
    empty.register(*(f"{name},button" for name in PAYLOADS))
    rows = io.StringIO()
    csv.writer(rows).writerows([["outcome", "check", "component", "note"], *(
        ["fail", "touch-target.minimum-44pt", name, text[:60_000]] for name, text in PAYLOADS.items())])
    empty.ok("log", "-", "--tester", "t1", stdin=rows.getvalue().encode())
    for form in FORMS:
        answer = empty.ok("report", "--format", form, "--compare", "2020-01-01", "--limit", "100")
        require_harmless(answer, form, "report")
        assert [name for name in PAYLOADS if name not in answer.text] == [], form
    page = empty.ok("report", "--html", "-").text
    assert not RAW.search(page)
    assert page.count("<script") == 2 and "<img" not in page


def test_before_the_first_result_there_is_nothing_and_that_is_said(story):
    for form in ("table", "plain", "md"):
        assert "Nothing is in scope yet." in story.ok("report", "--as-of", "2000-01-01", "--format", form).text
    page = story.ok("report", "--as-of", "2000-01-01", "--html", "-").text
    assert page.count("nothing is in scope") == 1 and "Nothing is in scope" not in page
