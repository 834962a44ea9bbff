"""Drafts of conformance reports, held to OpenACR's own schema and catalogue."""

import json
import re

import jsonschema
import pytest
import yaml

from drawing import share
from hostile import PAYLOADS, RAW
from program import CHECK, COMPONENT, FIXTURES, Tracker, require_sentence
from story import snapshots, tell

OPENACR = FIXTURES / "openacr"
SCHEMA = json.loads((OPENACR / "openacr-0.1.0.json").read_text())
CATALOGUE = yaml.safe_load((OPENACR / "2.5-edition-wcag-2.2-508-en.yaml").read_text())
CHAPTERS = {chapter["id"]: chapter for chapter in CATALOGUE["chapters"]}
LEVELS = {level: CHAPTERS[f"success_criteria_level_{level.lower()}"] for level in ["A", "AA", "AAA"]}
TERMS = {term["id"] for term in CATALOGUE["terms"]}


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    return tell(Tracker(tmp_path_factory.mktemp("story")))


def draft(tracker, *words):
    """The draft, valid by the schema and by the rules that OpenACR's own validator holds against the catalogue."""
    text = tracker.ok("report", "--openacr", "-", *words).text
    document = yaml.safe_load(text)
    jsonschema.validate(document, SCHEMA)
    assert document["catalog"] == "2.5-edition-wcag-2.2-508-en"
    assert set(document["chapters"]) == set(CHAPTERS)
    for level, chapter in LEVELS.items():
        allowed = {str(one["id"]): one["components"] for one in chapter["criteria"]}
        criteria = document["chapters"][chapter["id"]]["criteria"]
        assert [one["num"] for one in criteria] == sorted(
            allowed, key=lambda number: [int(part) for part in number.split(".")])
        for one in criteria:
            for component in one["components"]:
                assert component["name"] == "software" and "software" in allowed[one["num"]]
                assert component["adherence"]["level"] in TERMS
                assert component["adherence"]["notes"]
                assert component["adherence"]["level"] != "not-evaluated" or level == "AAA"
    return document


def terms(document):
    """The term of each criterion; none where it stays open."""
    found = {}
    for chapter in LEVELS.values():
        for one in document["chapters"][chapter["id"]]["criteria"]:
            found[one["num"]] = one["components"][0]["adherence"]["level"] if one["components"] else None
    return found


def wanted(row):
    """What may be said, from a row of `list criteria`."""
    if row["removed_in"]:
        return {"supports"}  # the answer that VPAT prescribes
    if row["state"] == "fail":
        return {"partially-supports", "does-not-support"}
    if row["state"] in ("pass", "na"):
        return {{"pass": "supports", "na": "not-applicable"}[row["state"]]}
    return {"not-evaluated" if row["level"] == "AAA" else None}


@pytest.mark.parametrize("scope", [[], ["--as-of", snapshots()[2]["at"]]])
def test_every_term_is_what_the_criterion_bears(story, scope):
    found = terms(draft(story, *scope))
    rows = json.loads(story.ok("list", "criteria", "--json", *scope).out)["rows"]
    assert set(found) == {row["criterion"] for row in rows} and len(found) == 87
    for row in rows:
        assert found[row["criterion"]] in wanted(row), row


def test_an_audit_that_was_done_supports_and_one_that_was_not_stays_open(empty):
    tracker, names = empty, ["cart/add", "cart/pay", "cart/remove"]
    tracker.ok("edit", "tracker", "--catalog", "1")
    tracker.register(*(f"{name},button" for name in names))
    tracker.ok("new", "checklist", "floor", "--from", "-", stdin=json.dumps({
        "id": "floor", "title": "Floor", "checks": [
            "touch-target.wcag-24pt-floor", CHECK, "contrast.text-4-5", "automated-audit.contrast"]}).encode())
    tracker.ok("new", "audit", "round", "--checklist", "floor", "--build", "3.2")
    log = ["--audit", "round", "--tester", "t1"]
    tracker.ok("log", "pass", "touch-target.wcag-24pt-floor", *names, "--value", "46x46", *log)
    tracker.ok("log", "pass", "automated-audit.contrast", *names, *log)
    tracker.ok("log", "fail", CHECK, names[0], "-s", "1", "-m", "says \"button, button\"", *log)
    tracker.ok("log", "pass", CHECK, *names[1:], *log)
    document = draft(tracker, "--audit", "round", "--product", "Pebbles", "--contact", "access@example.org")
    found = terms(document)
    assert found["2.5.8"] == "supports"  # one check tests it, and every component passes that
    # Other checks speak to it as well, and nobody has looked by those: a part of the evidence supports nothing.
    tracker.ok("log", "pass", "contrast.text-4-5", *names, "--value", "7:1", *log)
    partly = draft(tracker, "--audit", "round")
    assert terms(partly)["1.4.3"] is None
    held = partly["chapters"]["success_criteria_level_aa"]["notes"]
    assert "3 of 3 components in scope are not evaluated for each check of the criterion" in held
    partial = draft(tracker, "--audit", "round", "--partial", "the floor")
    assert terms(partial)["1.4.3"] == "supports" and "Partial report: the floor." in partial["notes"]
    assert found["4.1.2"] == "partially-supports"  # one of three components
    # A tool found nothing, and nobody looked.
    assert found["1.4.3"] is None
    assert document["product"] == {"name": "Pebbles", "version": "3.2"}
    assert document["author"] == {"email": "access@example.org"}
    level_a = {one["num"]: one for one in document["chapters"]["success_criteria_level_a"]["criteria"]}
    notes = level_a["4.1.2"]["components"][0]["adherence"]["notes"]
    assert names[0] in notes and 'says "button, button"' in notes and "1 component fails, of 3 evaluated" in notes
    held = document["chapters"]["success_criteria_level_aa"]["notes"]
    assert "1.4.3" in held and "not a conformance claim" in document["notes"]
    tracker.ok("log", "fail", CHECK, names[1], *log)
    assert terms(draft(tracker, "--audit", "round"))["4.1.2"] == "does-not-support"


def test_nothing_looked_at_supports_nothing(tracker):
    found = terms(draft(tracker))
    assert found.pop("4.1.1") == "supports"  # prescribed
    assert set(found.values()) == {None, "not-evaluated"}


@pytest.mark.parametrize("name", share("notes in a conformance report", sorted(PAYLOADS.keys() - {"long"}), 3))
def test_foreign_text_stays_text(tracker, name):
    note = PAYLOADS[name]
    row = 'outcome,check,component,note\nfail,{},{},"{}"\n'.format(CHECK, COMPONENT, note.replace('"', '""'))
    tracker.ok("log", "-", "--tester", "t1", stdin=row.encode())
    answer = tracker.ok("report", "--openacr", "-")
    assert not RAW.search(answer.text)
    document = draft(tracker)
    level_a = {one["num"]: one for one in document["chapters"]["success_criteria_level_a"]["criteria"]}
    notes = level_a["4.1.2"]["components"][0]["adherence"]["notes"]
    assert "<" not in notes.replace("<br>", "").replace("<!-- -->", "") and not re.search(r"(?<!\\)\]\(", notes)


def test_the_file_is_whole_or_not_there_and_the_same_facts_give_the_same_bytes(story):
    path = story.folder / "acr.yaml"
    words = ["report", "--openacr", path, "--as-of", "2021-07-01", "--product", "Movies", "--contact", "a@b.c"]
    said = json.loads(story.ok(*words, "--json").out)
    assert said["schema"] == "a11y.report-files/1"
    assert [(file["form"], file["path"], file["count"]) for file in said["files"]] == [("openacr", str(path), 87)]
    first = path.read_bytes()
    story.ok(*words)
    assert path.read_bytes() == first
    assert first.decode() == story.ok(
        "report", "--openacr", "-", "--as-of", "2021-07-01", "--product", "Movies", "--contact", "a@b.c").text
    assert str(story.folder) not in first.decode()
    path.unlink()
    # A database is never written over, and nothing is left where nothing could be written.
    require_sentence(story.run("report", "--openacr", story.database), 2)
    story.ok("status")
    assert story.run("report", "--openacr", story.folder / "nowhere" / "acr.yaml").code == 3
    require_sentence(story.run("report", "--product", "x"), 2)
    require_sentence(story.run("report", "--partial", "x"), 2)
    require_sentence(story.run("report", "--openacr", "-", "--partial", ""), 2)
    require_sentence(story.run("report", "--earl", "-", "--product", "x"), 2)
    require_sentence(story.run("report", "--openacr", "-", "--compare", "2020-01-01"), 2)
