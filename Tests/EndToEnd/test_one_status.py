"""A criterion has one status in all outputs: PASS only where every applicable check was answered for every component."""

import json


def states(tracker, criterion):
    """As the list, the report, its page, its rows, and the conformance report have it."""
    listed, = [row for row in json.loads(tracker.ok("list", "criteria", "--json").out)["rows"] if row["criterion"] == criterion]
    report, = [row for row in json.loads(tracker.ok("report", "--json").out)["criteria"] if row["criterion"] == criterion]
    tracker.ok("report", "--html", "page.html", "--yes")
    page = (tracker.folder / "page.html").read_text()
    group = page.split(f'id="w-{criterion}"')[0].rsplit("<summary><h3>", 1)[1].split(":")[0]
    text = tracker.ok("report", "--csv").text
    row = next(line for line in text.splitlines() if line.startswith(f"criterion,{criterion},"))
    tracker.ok("report", "--openacr", "acr.yaml", "--yes")
    assert listed["state"] == report["state"] and listed["progress"] == report["progress"]
    assert group == {"na": "PASS"}.get(listed["state"], listed["state"].upper())
    assert f",{listed['state']}," in row.lower()
    entry = (tracker.folder / "acr.yaml").read_text().split(f'num: "{criterion}"', 1)[-1].split("num:", 1)[0]
    assert ("supports" in entry.split("notes")[0]) == (listed["state"] == "pass"), entry
    return listed["state"], listed["progress"]


def test_a_check_outside_the_plan_keeps_a_criterion_from_passing(empty):
    empty.ok("new", "component", "logo", "--kind", "image")
    empty.ok("edit", "tracker", "--checklists", "assistive-settings,touch-target-manual")
    empty.ok("log", "pass", "voiceover.label-present", "logo", "--tester", "t1")
    state, progress = states(empty, "1.1.1")
    assert state == "untested" and progress == "PASS for 1 of 2 applicable checks"
    assert progress in " ".join(empty.ok("report").text.split())
    assert progress in " ".join(empty.ok("show", "1.1.1").text.split())
    empty.ok("log", "pass", "traits.image", "logo", "--tester", "t1")
    empty.ok("edit", "tracker", "--checklists", "")
    assert states(empty, "1.1.1") == ("pass", None)
    # A second component in use has no answer.
    empty.ok("new", "component", "photo", "--kind", "image")
    assert states(empty, "1.1.1")[0] == "untested"


def test_what_has_a_figure_does_not_pass_by_eye(empty):
    # By the second edition what is judged by eye tests no criterion that has a figure.
    empty.ok("edit", "tracker", "--catalog", "1")
    empty.ok("new", "component", "logo", "--kind", "text")
    rows = json.loads(empty.ok("list", "checks", "criterion:1.4.3", "kind:text", "--json").out)["rows"]
    by_eye = [row["id"] for row in rows if not row["measurement"]]
    assert by_eye
    for check in by_eye:
        empty.ok("log", "pass", check, "logo", "--tester", "t1")
    assert states(empty, "1.4.3")[0] == "untested"
