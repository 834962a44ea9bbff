"""Verdicts of people, and the drafts that have them, held to OpenACR's schema and catalogs."""

import json

import jsonschema
import pytest
import yaml

from program import FIXTURES

OPENACR = FIXTURES / "openacr"
SCHEMA = json.loads((OPENACR / "openacr-0.1.0.json").read_text())
CATALOGS = json.loads((OPENACR / "catalogs.json").read_text())


def give(tracker, criterion, level, remarks="Seen by hand.", by="lead-1", *words, **more):
    return tracker.run("new", "verdict", criterion, "--level", level, "--remarks", remarks, "--by", by, *words, **more)


def given(tracker, *words, **more) -> None:
    answer = give(tracker, *words, **more)
    assert answer.code == 0, answer.error


def listed(tracker, *query) -> list:
    return json.loads(tracker.ok("list", "verdicts", *query, "--json").out)["rows"]


def draft(tracker, *words, edition="2.5-edition-wcag-2.2-508-en") -> dict:
    """The draft, held to the schema and to what OpenACR's validator holds against the catalog of the edition."""
    document = yaml.safe_load(tracker.ok("report", "--openacr", "-", "--edition", edition, *words).text)
    jsonschema.validate(document, SCHEMA)
    catalog = CATALOGS[edition]
    assert document["catalog"] == edition and set(document["chapters"]) == set(catalog["chapters"])
    for name, chapter in document["chapters"].items():
        known = catalog["chapters"][name]
        for one in chapter.get("criteria", []):
            assert one["num"] in known, f"{one['num']} in {name}"
            for component in one["components"]:
                assert component["name"] in known[one["num"]] and component["name"] in catalog["components"]
                assert component["adherence"]["level"] in catalog["terms"] and component["adherence"]["notes"]
                assert component["adherence"]["level"] != "not-evaluated" or name.endswith("_aaa")
        if name.startswith("success_criteria"):
            assert {one["num"] for one in chapter["criteria"]} == set(known)
        else:
            assert chapter["notes"] and ("criteria" in chapter) != chapter["disabled"]
    return document


def answer(document, number) -> dict | None:
    """The adherence of a criterion; none where it stays open."""
    found = [one for chapter in document["chapters"].values() for one in chapter.get("criteria", [])
             if one["num"] == number]
    assert len(found) == 1, number
    return found[0]["components"][0]["adherence"] if found[0]["components"] else None


@pytest.fixture
def failing(empty):
    """A text that fails one check of 1.4.3, and one that passes it."""
    empty.register("home/title,text", "home/body,text")
    empty.ok("log", "fail", "contrast.text-4-5", "home/title", "-s", "1", "-m", "grey on grey", "--tester", "t1",
             "--device", "iPhone 15", "--os", "18.1")
    empty.ok("log", "pass", "contrast.text-4-5", "home/body", "--tester", "t1")
    return empty
