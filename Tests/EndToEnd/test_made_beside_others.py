"""What a command makes of a tracker in which somebody has written whom nobody here follows: it is as if they had not."""

import json

import pytest

from facts import reference
from forging import Chain, give, told
from program import CHECK


def strange(tracker, *records):
    """A stranger writes fields of records, having seen all that is here."""
    chain = Chain("m" * 12, "m")
    for kind, key, fields in records:
        seen = [reference(fact) for fact in told(tracker) if fact["kind"] == "set"]
        chain.add("set", seen, kind=kind, key=key, fields=fields, by="m")
    tracker.ok("import", give(tracker, *chain.facts))


def items(tracker, key) -> set:
    rows = json.loads(tracker.ok("list", "cells", "--all", "--json").out)["rows"]
    return {row["check"] for row in rows if row["component"] == key}


NARROW = {"kind": "button", "platforms": ["visionOS"], "has": ["none"], "profile": "child", "tags": ["x"], "target_tier": 44}


@pytest.mark.parametrize("way", ["by itself", "in a table"])
def test_a_component_that_others_registered_before_has_the_checks_of_a_new_one(empty, way):
    strange(empty, ("component", "pay/buy", NARROW))
    for key in "pay/buy", "pay/sell":
        if way == "by itself":
            answer = empty.ok("new", "component", key, "--kind", "button")
        else:
            answer = empty.ok("new", "component", "--from", "-", stdin=f"key,kind\n{key},button\n".encode())
            assert "1 added" in answer.text
        assert ("is replaced" in answer.error) == (key == "pay/buy")
    assert items(empty, "pay/buy") == items(empty, "pay/sell") != set()
    assert empty.run("new", "component", "pay/buy", "--kind", "button").code == 5
    empty.require_sound()


def test_an_audit_of_others_is_begun_anew_under_its_name(empty):
    empty.register("home,screen")
    strange(empty, ("audit", "spring", {"checklists": ["critical-rules"], "components": ["none/**"], "closed": 1_770_000_000_000}))
    empty.ok("new", "audit", "spring", "--build", "1")
    row, = json.loads(empty.ok("list", "audits", "--json").out)["rows"]
    assert (row["state"], row["checklists"], row["components"]) == ("open", [], []) and row["cells"] > 0


@pytest.mark.parametrize("table", [False, True])
def test_an_audit_of_others_takes_no_results_from_another(empty, table):
    empty.register("home,button")
    empty.ok("new", "audit", "spring", "--build", "1")
    strange(empty, ("audit", "theirs", {"conditions": ["default"], "build": "1"}))
    if table:
        empty.ok("log", "-", "--tester", "t1", stdin=f"fail\t{CHECK}\thome\n".encode())
    else:
        empty.ok("log", "fail", CHECK, "home", "--tester", "t1")
    row, = [row for row in json.loads(empty.ok("list", "audits", "--json").out)["rows"] if row["name"] == "spring"]
    assert row["fail"] == 1
    empty.ok("follow", "m" * 12)
    assert "counts for no audit" in " ".join(empty.ok("log", "fail", CHECK, "home", "--tester", "t1", "--build", "2").error.split())


@pytest.mark.parametrize("query", ["owner:a", "-owner:b", "owner:a,c", "owner:b"])
def test_another_owner_takes_nothing_out_of_a_release_check(empty, query):
    empty.register("home,screen", "list,screen")
    empty.ok("edit", "component", "home", "--owner", "a")
    empty.ok("edit", "component", "list", "--owner", "b")
    for component, outcome in ("home", "fail"), ("list", "pass"):
        empty.ok("log", outcome, CHECK, component, "--tester", "t1", *(["-s", "1"] if outcome == "fail" else []))
    def gate():
        return empty.run("gate", query, "--max-critical", "0").code
    before = gate()
    strange(empty, ("component", "home", {"owner": "b"}), ("component", "list", {"owner": "a"}))
    assert gate() == max(before, 1 if query == "owner:b" else 0)
    empty.ok("follow", "m" * 12)
    assert gate() == (1 if query == "owner:b" else 0)


def test_a_scan_proposes_what_only_others_registered(empty):
    (empty.folder / "App").mkdir()
    (empty.folder / "App/CartView.swift").write_text(
        'import SwiftUI\nstruct CartView: View {\n  var body: some View {\n    Button("Pay") { }\n    Button("Empty") { }\n  }\n}\n')
    def scan():
        return json.loads(empty.ok("new", "component", "--scan", "App", "--json").out)["rows"]
    found = scan()
    assert len(found) > 1
    strange(empty, *[("component", row["key"], {**NARROW, "source": row["source"], "title": row["title"]}) for row in found])
    assert scan() == found
    (empty.folder / "found.json").write_text(json.dumps(found))
    assert f"{len(found)} added" in empty.ok("new", "component", "--from", "found.json").text
    assert scan() == [] and all(items(empty, row["key"]) for row in found)


def test_an_audit_of_others_that_assigns_work_is_not_walked_for(empty):
    empty.register("home,button")
    empty.ok("new", "audit", "spring", "--assign", "t1=home", "--build", "1")
    strange(empty, ("audit", "theirs", {"assignments": ["t1=home"], "checklists": ["child-testing"], "build": "7"}))
    empty.ok("walk", "--mine", "--component", "home", "--check", CHECK, "--tester", "t1", "--build", "1", stdin=b"p\nq\n")
    row, = [row for row in json.loads(empty.ok("list", "audits", "--json").out)["rows"] if row["name"] == "spring"]
    assert row["pass"] == 1


def test_a_name_that_only_others_registered_is_free_for_another_key(empty):
    """Their component is nothing here that a key could be taken from."""
    empty.register("home,screen")
    empty.log("fail", CHECK, "home", "-s", "1")
    strange(empty, ("component", "start", {**NARROW, "kind": "image"}))
    before = items(empty, "home")
    empty.ok("edit", "component", "home", "--rename", "start")
    assert items(empty, "start") == before and items(empty, "home") == set()
    row, = json.loads(empty.ok("list", "components", "--json").out)["rows"]
    assert (row["key"], row["kind"], row["platforms"], row["profile"]) == ("start", "screen", [], "general")
    # A component of this machine is in the way.
    empty.register("list,screen")
    assert empty.run("edit", "component", "list", "--rename", "start").code == 5
    empty.require_sound()


def test_what_is_taken_over_from_others_by_an_edit_is_named(empty):
    strange(empty, ("component", "pay/buy", NARROW))
    answer = empty.ok("edit", "component", "pay/buy", "--owner", "a")
    assert "was made only by people who are not followed; what they had set counts from now on" in answer.error and "platforms" in answer.error
    assert "title" not in answer.error
    # From now on it is one of this machine, with what it had been taken over with.
    answer = empty.ok("edit", "component", "pay/buy", "--owner", "b")
    assert "not followed" not in answer.error
    row, = json.loads(empty.ok("list", "components", "--json").out)["rows"]
    assert row["platforms"] == ["visionOS"]
    empty.require_sound()
