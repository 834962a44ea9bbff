"""Items for tools that manage tests: Allure's results folder, and test cases as CSV for TestRail and Xray."""

import collections
import csv
import io
import json
import re

import pytest

from program import CHECK, COMPONENT, require_sentence

TARGET = "touch-target.minimum-44pt"
STATUS = {"passed", "failed", "broken", "skipped"}
SEVERITY = {"blocker", "critical", "normal", "minor", "trivial"}


@pytest.fixture
def tested(tracker):
    (tracker.folder / "shot.txt").write_text("the close button says nothing")
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "-m", "says nothing", "--evidence", "shot.txt", "--build", "3.2",
                "--device", "iPhone 15")
    tracker.log("pass", TARGET, COMPONENT)
    tracker.log("na", CHECK, "home")
    tracker.log("cant-tell", TARGET, "home", "--condition", "dark")
    tracker.log("fail", CHECK, "search")
    tracker.ok("new", "waiver", "search", CHECK, "--reason", "deferred", "--approver", "lead", "--until", "2099-01-01")
    tracker.ok("edit", "component", COMPONENT, "--owner", "qa-1")
    return tracker


def results(folder):
    """What Allure reads: each file by its name, held to its documented members."""
    found = {}
    for path in folder.glob("*-result.json"):
        one = json.loads(path.read_text())
        assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", one["uuid"]) and path.name.startswith(one["uuid"])
        assert one["name"] and one["fullName"] and one["historyId"] == one["testCaseId"] and one["stage"] == "finished"
        assert one.get("status") is None or one["status"] in STATUS
        labels = collections.defaultdict(list)
        for label in one["labels"]:
            labels[label["name"]].append(label["value"])
        assert set(labels["severity"]) <= SEVERITY and labels["suite"] and labels["parentSuite"]
        for attachment in one["attachments"]:
            assert re.fullmatch(r"[a-zA-Z0-9._-]{1,100}", attachment["source"]) and (folder / attachment["source"]).is_file()
        assert isinstance(one["steps"], list) and isinstance(one["links"], list) and isinstance(one["parameters"], list)
        found[one["fullName"]] = one | {"labels": labels}
    return found


def test_allure_knows_each_item_and_its_evidence(tested):
    answer = tested.ok("report", "--allure", "results")
    found = results(tested.folder / "results")
    listed = json.loads(tested.ok("list", "cells", "--all", "--json").out)["rows"]
    assert len(found) == len(listed) and f"Wrote {len(listed):,}".replace(",", "") in answer.text.replace(",", "")
    failed = found[f"{COMPONENT} {CHECK} default"]
    assert (failed["status"], failed["labels"]["severity"], failed["labels"]["owner"]) == ("failed", ["blocker"], ["qa-1"])
    assert failed["statusDetails"]["message"].startswith("FAIL") and "says nothing" in failed["statusDetails"]["message"]
    attachment, = failed["attachments"]
    assert (tested.folder / "results" / attachment["source"]).read_text() == "the close button says nothing"
    assert {one["name"]: one["value"] for one in failed["parameters"]} == {
        "condition": "default", "build": "3.2", "device": "iPhone 15"}
    assert any(tag.startswith("WCAG ") for tag in failed["labels"]["tag"])
    states = {name: one.get("status") for name, one in found.items()}
    assert states[f"{COMPONENT} {TARGET} default"] == "passed" and states[f"home {CHECK} default"] == "skipped"
    assert states[f"home {TARGET} dark"] == "broken" and states[f"search {CHECK} default"] == "skipped"
    assert "waived until 2099-01-01" in found[f"search {CHECK} default"]["statusDetails"]["message"]
    assert collections.Counter(states.values())[None] == sum(row["outcome"] == "untested" for row in listed)
    # The same item is the same one in the next run; a folder that is there is not mixed with it.
    assert tested.run("report", "--allure", "results").code == 5
    tested.ok("report", "--allure", "again")
    assert {one["uuid"] for one in results(tested.folder / "again").values()} == {one["uuid"] for one in found.values()}
    require_sentence(tested.run("report", "--allure", "-"), 2)


COLUMNS = {
    "testrail": ["Section", "Title", "Type", "Priority", "References", "Preconditions", "Steps", "Expected Result", "Status",
                 "Comment"],
    "xray": ["Test ID", "Test Summary", "Test Type", "Test Priority", "Component", "Labels", "Description", "Action", "Data",
             "Result"]}


@pytest.mark.parametrize("form", sorted(COLUMNS))
def test_test_cases_have_the_documented_columns(tested, form):
    tested.log("fail", TARGET, "search", "-m", "=cmd|'/c calc'!A0")
    text = tested.ok("report", f"--{form}", "-").text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert list(rows[0]) == COLUMNS[form]
    listed = json.loads(tested.ok("list", "cells", "--all", "--json").out)["rows"]
    assert len(rows) == len(listed) and not re.search(r"(^|,)[=+@]", text, re.M)
    mandatory = ("Title",) if form == "testrail" else ("Test ID", "Test Summary", "Test Type")
    assert all(row[name] for row in rows for name in mandatory)
    if form == "testrail":
        states = collections.Counter(row["Status"] for row in rows)
        assert states["Failed"] == 3 and states["Passed"] == 1 and states["N/A"] == 1 and states["Blocked"] == 1
    else:
        assert len({row["Test ID"] for row in rows}) == len(rows) and {row["Test Type"] for row in rows} == {"Manual"}
    answer = tested.ok("report", f"--{form}", tested.folder / "cases.csv", "--bom", f"component:{COMPONENT}")
    raw = (tested.folder / "cases.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf") and b"\xef\xbb\xbf" not in raw[3:]
    assert str(len(list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig")))))) in answer.text


def test_two_files_at_once_and_refusals(tested):
    tested.ok("report", "--testrail", "a.csv", "--xray", "b.csv", "--allure", "c", "--earl", "d.jsonld")
    assert all((tested.folder / name).exists() for name in ("a.csv", "b.csv", "c", "d.jsonld"))
    require_sentence(tested.run("report", "--testrail", "-", "--xray", "-"), 2)
    require_sentence(tested.run("report", "--testrail", "e.csv", "--xray", "e.csv"), 2)
    require_sentence(tested.run("report", "--testrail", "-", "status:fail"), 2)
