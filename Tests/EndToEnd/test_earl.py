"""Cells as EARL, loaded as JSON-LD by a stock library that asks no network for anything."""

import collections
import json
import re
import subprocess
import sys

import pytest
import rdflib

import wcag_em
from hostile import PAYLOADS, RAW
from program import CHECK, COMPONENT, PROGRAM, Tracker, environment, require_sentence
from story import snapshots, tell

EARL = rdflib.Namespace("http://www.w3.org/ns/earl#")
DCT = rdflib.Namespace("http://purl.org/dc/terms/")
A11Y = rdflib.Namespace("urn:a11y:earl:")
OUTCOMES = {"pass": EARL.passed, "fail": EARL.failed, "na": EARL.inapplicable, "cant-tell": EARL.cantTell,
            "untested": EARL.untested}
FIGURES = {"1.4.3", "1.4.6", "1.4.11", "2.5.5", "2.5.8"}


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    tracker = tell(Tracker(tmp_path_factory.mktemp("story")))
    tracker.ok("log", "cant-tell", CHECK, "movie-detail/movie-crossline-row", "--tester", "Mia Muster",
               "--condition", "dark", "--device", "iPhone 15", "--os", "18.1", "--build", "3.2", "-m", "too quiet")
    tracker.ok("log", "pass", "automated-audit.contrast", "movie-detail/movie-crossline-row", "--tester", "ci")
    return tracker


@pytest.fixture(scope="module")
def loaded(story):
    """The items of the story as text and as a graph: reading them takes a library longer than writing them."""
    return load(story)


PEAK = """import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"""


def load(tracker, *words):
    text = tracker.ok("report", "--earl", "-", *words).text
    graph = rdflib.Graph()
    graph.parse(data=text, format="json-ld")
    return text, graph


def cells(graph):
    """Component, check and condition of each assertion, with the outcome; exactly one of each."""
    found = {}
    for assertion in graph.subjects(rdflib.RDF.type, EARL.Assertion):
        def one(subject, predicate):
            values = list(graph.objects(subject, predicate))
            assert len(values) == 1, (predicate, values)
            return values[0]
        result = one(assertion, EARL.result)
        subject, test = one(assertion, EARL.subject), one(assertion, EARL.test)
        assert (subject, rdflib.RDF.type, EARL.TestSubject) in graph
        assert (test, rdflib.RDF.type, EARL.TestCase) in graph
        assert (one(assertion, EARL.assertedBy), rdflib.RDF.type, EARL.Assertor) in graph
        assert one(assertion, EARL.mode) in (
            (EARL.unknownMode,) if one(result, EARL.outcome) == EARL.untested else (EARL.manual, EARL.automatic))
        place = (str(one(subject, DCT.identifier)), str(one(test, DCT.identifier)),
                 str(graph.value(result, A11Y.condition) or ""))
        assert place not in found
        found[place] = (one(result, EARL.outcome), assertion, result, test)
    return found


def rows(tracker, *words):
    listed = json.loads(tracker.ok("list", "cells", "--all", "--json", *words).out)["rows"]
    return {(row["component"], row["check"], row["condition"]): row for row in listed}


@pytest.mark.parametrize("scope", [[], ["--as-of", snapshots()[1]["at"]]])
def test_every_cell_is_one_assertion_with_one_outcome(story, loaded, scope):
    _, graph = load(story, *scope) if scope else loaded
    found, wanted = cells(graph), rows(story, *scope)
    assert found.keys() == wanted.keys() and len(found) > 500
    checks = {row["id"]: row for row in json.loads(story.ok("list", "checks", "--json").out)["rows"]}
    slugs = {row["criterion"]: row["handle"]
             for row in json.loads(story.ok("list", "criteria", "--json").out)["rows"]}
    for place, (outcome, assertion, result, test) in found.items():
        row, check = wanted[place], checks[place[1]]
        assert outcome == OUTCOMES[row["outcome"]]
        automatic = check["method"] == "automated"
        mode = EARL.unknownMode if row["outcome"] == "untested" else EARL.automatic if automatic else EARL.manual
        assert graph.value(assertion, EARL.mode) == mode
        assert {str(part) for part in graph.objects(test, DCT.isPartOf)} == {
            f"https://www.w3.org/TR/WCAG22/#{slugs[link['criterion']]}"
            for link in check["wcag"] if link["relation"] == "tests"}
        assert str(graph.value(result, DCT.description) or "") == (row["note"] or "")
    if not scope:
        assert {OUTCOMES[key] for key in OUTCOMES} == {outcome for outcome, *_ in found.values()}


def test_an_audit_has_its_own_cells(tracker):
    tracker.ok("new", "audit", "round", "--checklist", "touch-target-manual")
    tracker.ok("log", "pass", "touch-target.minimum-44pt", COMPONENT, "--audit", "round", "--tester", "t1")
    tracker.ok("log", "pass", CHECK, "home", "--tester", "t1")
    _, graph = load(tracker, "--audit", "round")
    assert cells(graph).keys() == rows(tracker, "--audit", "round").keys()


def test_names_hold_everywhere_and_say_where_the_app_is(story, loaded):
    text, graph = load(story, "--address", "https://apps.example.com/movies")
    subjects = set(graph.subjects(rdflib.RDF.type, EARL.TestSubject))
    assert subjects and all(re.fullmatch(r"urn:a11y:[0-9a-z]{12}:component:[A-Za-z0-9._~/%-]+", str(one)) for one in subjects)
    assert {str(graph.value(one, DCT.source)) for one in subjects} == {"https://apps.example.com/movies"}
    assert all(str(one).startswith("urn:a11y:check:") for one in graph.subjects(rdflib.RDF.type, EARL.TestCase))
    assert set(loaded[1].subjects(rdflib.RDF.type, EARL.TestSubject)) == subjects


def test_the_wcag_em_report_tool_takes_each_result_of_a_criterion(story):
    """By its import rules; of a check that tests two criteria it takes one result for each."""
    address = "https://apps.example.com/movies"
    text, graph = load(story, "--earl-form", "wcag-em", "--address", address)
    told = wcag_em.report(json.loads(text), [f"The app, {address}"])
    listed = json.loads(story.ok("list", "checks", "--json").out)["rows"]
    checks = {row["id"]: [link["criterion"] for link in row["wcag"] if link["relation"] == "tests"] for row in listed}
    measuring = {row["id"] for row in listed if row["measurement"]}

    def said(check, row, criterion):
        """By eye alone a criterion with a figure is not passed."""
        by_eye = criterion in FIGURES and check in measuring and row["outcome"] == "pass" and not row["value"]
        return "cant-tell" if by_eye else row["outcome"]
    wanted = collections.Counter(
        (criterion, str(OUTCOMES[said(check, row, criterion)]).replace(str(EARL), "earl:"))
        for (_, check, _), row in rows(story).items() if row["outcome"] != "untested" for criterion in checks[check])
    found = collections.Counter((one["criterion"], one["outcome"]) for one in told["imported"])
    assert told["fatal"] is None and told["rejected"] == [] and found == wanted and len(told["imported"]) > 100
    assert {one["subject"] for one in told["imported"]} == {address}
    answer = story.ok("report", "--earl", story.folder / "em.jsonld", "--earl-form", "wcag-em", "--address", address)
    assert f"{sum(wanted.values())} assertions" in answer.text
    # Without an address it would take none, and says so.
    require_sentence(story.run("report", "--earl", "-", "--earl-form", "wcag-em"), 2)
    for wrong in ["apps.example.com", "https://localhost/x", "ftp://a.b/c", "https://a.b/c d"]:
        require_sentence(story.run("report", "--earl", "-", "--address", wrong), 2)


def test_testers_are_numbers_unless_they_are_asked_for(story, loaded):
    text, graph = loaded
    assert "Mia" not in text and "inspector" not in text and '"tester 1"' in text
    assert "Mia Muster" in story.ok("report", "--earl", "-", "--testers", "full").text
    result = cells(graph)[("movie-detail/movie-crossline-row", CHECK, "dark")][2]
    assert [str(graph.value(result, A11Y[word])) for word in ["device", "os", "build"]] == ["iPhone 15", "18.1", "3.2"]
    assert graph.value(result, DCT.date).datatype == rdflib.XSD.dateTime


def test_what_tools_found_by_themselves_is_a_doubt_and_no_failure(tracker):
    finding = {"auditType": "elementDetection", "compactDescription": "no name", "component": COMPONENT}
    tracker.ok("import", "-", "--as", "xctest", stdin=(json.dumps(finding) + "\n").encode())
    signals = json.loads(tracker.ok("list", "tool-findings", "--json").out)["rows"]
    _, graph = load(tracker)
    found = cells(graph)
    assert signals and found.keys() == rows(tracker).keys()
    # It opened a doubt, which is no failure, and no person's.
    for row in signals:
        outcome, assertion, *_ = found[(row["component"], row["check"], row["condition"])]
        assert (outcome, graph.value(assertion, EARL.mode)) == (EARL.cantTell, EARL.automatic)
    assert EARL.failed not in {outcome for outcome, *_ in found.values()}


def test_foreign_text_stays_text(empty):
    names = sorted(PAYLOADS.keys() - {"long"})
    empty.register(*(f"{name},button" for name in names))
    table = "outcome,check,component,note\n" + "".join(
        'fail,{},{},"{}"\n'.format(CHECK, name, PAYLOADS[name].replace('"', '""')) for name in names)
    empty.ok("log", "-", "--tester", "t1", stdin=table.encode())
    text, graph = load(empty, f"check:{CHECK}")
    assert not RAW.search(text)
    found, listed = cells(graph), rows(empty)
    for name in names:
        note = str(graph.value(found[(name, CHECK, "")][2], DCT.description) or "")
        assert note == (listed[(name, CHECK, "")]["note"] or ""), name


@pytest.mark.costly
def test_ten_thousand_cells_take_little_memory_and_the_same_bytes_twice(empty):
    empty.register(*(f"part-{number:03},button" for number in range(120)))
    checks = [row["id"] for row in json.loads(empty.ok("list", "checks", "--json").out)["rows"]][:84]
    lines = "".join(f"pass\t{check}\tpart-{number:03}\n" for number in range(120) for check in checks)
    empty.ok("log", "-", "--tester", "t1", stdin=lines.encode())
    path = empty.folder / "earl.jsonld"
    words = ["report", "--earl", path, "--as-of", "2100-01-01"]
    # By a process in between: a child of this one begins with the memory that this one has.
    peak = subprocess.run(
        [sys.executable, "-S", "-c", PEAK, PROGRAM, *words], cwd=empty.folder, env=environment(empty.folder),
        capture_output=True, check=True).stdout.split()[-1]
    assert int(peak) / (1024 if sys.platform == "darwin" else 1) < 80_000
    first = path.read_bytes()
    graph = json.loads(first)["@graph"]
    assertions = [node for node in graph if node["@type"] == "earl:Assertion"]
    assert sum(node["result"]["outcome"] == "earl:passed" for node in assertions) == 120 * 84
    assert len(first.splitlines()) == len(graph) + 3  # a line for each node
    empty.ok(*words)
    assert path.read_bytes() == first


def test_two_forms_at_once_and_refusals(story):
    earl, acr = story.folder / "a.jsonld", story.folder / "a.yaml"
    story.ok("report", "--earl", earl, "--openacr", acr)
    assert earl.stat().st_size and acr.stat().st_size
    require_sentence(story.run("report", "--earl", "-", "--openacr", "-"), 2)
    require_sentence(story.run("report", "--earl", story.database), 2)
    require_sentence(story.run("report", "--earl", "-", "status:fail"), 2)


def test_what_was_not_measured_passes_no_criterion_with_a_figure(empty):
    """A check of a ratio that was passed by eye said "passed" of 1.4.3."""
    empty.register("home/title,text", "home/body,text")
    empty.ok("log", "pass", "contrast.text-4-5", "home/title", "--tester", "t1")
    empty.ok("log", "pass", "contrast.text-4-5", "home/body", "--value", "7:1", "--tester", "t1")
    address = "https://apps.example.com/movies"
    text, _ = load(empty, "--earl-form", "wcag-em", "--address", address)
    told = wcag_em.report(json.loads(text), [f"The app, {address}"])["imported"]
    found = [one["outcome"] for one in told if one["criterion"] == "1.4.3"]
    assert sorted(found) == ["earl:cantTell", "earl:passed"]
    # Of the check itself both are what was said.
    assert sorted(str(row[0]) for row in cells(load(empty)[1]).values() if row[0] == EARL.passed) == [str(EARL.passed)] * 2
