"""Trends and explained changes of the history of a real app, counted a second time from its files."""

import csv
import io
import json
from datetime import datetime, timedelta

import pytest

from drawing import drawn
from program import CHECK, COMPONENT, Tracker, require_sentence
from story import as_of, snapshots, tell

GROUPINGS = [None, "component", "screen", "category", "criterion", "owner", "tester", "build", "kind", "profile", "tag"]
OUTCOMES = {"pass": "pass", "fail": "fail", "na": "na", "cant-tell": "cant_tell"}
MEASURES = ["pass", "fail", "na", "cant_tell", "untested", "open", "waived", "disputed", "stale"]


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    """The story, with screens, tags and owners for some of its components."""
    tracker = tell(Tracker(tmp_path_factory.mktemp("story")))
    for number, component in enumerate(sorted({cell[0] for cell in as_of()})):
        words = [("--screen", "list,detail"), ("--screen", "detail"), ("--owner", "qa-1"), ("--tag", "old"), ()][number % 5]
        if words:
            tracker.ok("edit", "component", component, *words)
    return tracker


@pytest.fixture(scope="module")
def facts(story):
    """What groups the cells: components and checks as the program lists them."""
    def rows(kind, key):
        return {row[key]: row for row in json.loads(story.ok("list", kind, "--json").out)["rows"]}
    return rows("components", "key"), rows("checks", "id")


def groups(grouping, cell, snapshot, facts):
    component, check = facts[0].get(cell[0], {}), facts[1][cell[1]]
    own = cell[0] if component.get("kind") == "screen" else ""
    names = {
        None: [None], "component": [cell[0]], "category": [check["category"]], "tester": ["inspector"],
        "build": [snapshot["build"]], "owner": [component.get("owner") or ""], "kind": [component.get("kind") or ""],
        "profile": [component.get("profile") or ""], "screen": component.get("screens") or [own],
        "tag": component.get("tags") or [""],
        "criterion": [link["criterion"] for link in check["wcag"] if link["relation"] == "tests"] or ["house"],
    }
    return set(names[grouping])


def counted(grouping, end, facts, before=None):
    """The figures of each group at a moment; new are the cells that were not there at `before`."""
    found = {}
    earlier = as_of(before) if before else {}
    for cell, (outcome, _, snapshot) in as_of(end).items():
        for name in groups(grouping, cell, snapshot, facts):
            one = found.setdefault(name, {"pass": 0, "fail": 0, "na": 0, "cant_tell": 0, "new": 0, "components": set(),
                                          "oldest": end})
            one[OUTCOMES[outcome]] += 1
            one["new"] += cell not in earlier
            one["components"].add(cell[0])
            one["oldest"] = min(one["oldest"], snapshot["moment"])
    return found


def time(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


@pytest.mark.parametrize("grouping, every", drawn(
    "trends", [(grouping, every) for grouping in GROUPINGS for every in ("day", "week", "month", "build")]))
def test_every_point_of_every_grouping(story, facts, grouping, every):
    words = ["--by", grouping] if grouping else []
    span = ["--since", "2019-06-20", "--until", "2019-10-20"] if every != "month" else []
    trend = json.loads(story.ok("trend", *words, "--every", every, *span, "--age", "--json").out)
    assert (trend["schema"], trend["by"], trend["every"]) == ("a11y.trend/1", grouping, every)
    points = {}
    for point in trend["points"]:
        points.setdefault((point["from"], point["to"]), {})[point["group"]] = point
    assert points
    names = {point["group"] for point in trend["points"]}
    for (start, end), found in points.items():
        wanted = counted(grouping, time(end), facts, time(start) - timedelta(milliseconds=1))
        assert set(wanted) <= names and set(found) == names
        for name, point in found.items():
            one = wanted.get(name)
            if one is None:
                # A gap is a gap.
                assert point["ratio"] is None and point["answered"] == 0 and point["oldest"] is None
                continue
            assert {key: point[key] for key in ("pass", "fail", "na", "cant_tell", "new")} == {
                key: one[key] for key in ("pass", "fail", "na", "cant_tell", "new")}, (name, start, end)
            assert point["components"] == len(one["components"])
            judged = one["pass"] + one["fail"]
            assert point["ratio"] == (pytest.approx(one["pass"] / judged) if judged else None)
            assert point["judged"] == judged and point["open"] == one["fail"] and point["disputed"] == 0
            assert time(point["oldest"]) == one["oldest"].replace(microsecond=0)
            # A period that is not over is as old as it is now.
            assert point["oldest_days"] == (min(time(end), time(trend["generated"])) - one["oldest"]).days


def test_a_point_says_what_is_untested_still(story):
    """Cells that the plan asks for and nobody had observed by then, of components that had been observed already."""
    asked = story.rows('SELECT component, "check", condition FROM v_scope')
    trend = json.loads(story.ok("trend", "--every", "day", "--until", "2021-07-01", "--json").out)
    firsts = {}
    for snapshot in snapshots():
        for cell in as_of(snapshot["moment"]):
            firsts.setdefault(cell, snapshot["moment"])
    for point in trend["points"][::20]:
        end = time(point["to"])
        there = {cell[0] for cell, first in firsts.items() if first <= end}
        assert point["untested"] == sum(
            cell[0] in there and (cell not in firsts or firsts[cell] > end) for cell in asked)


def test_all_ways_say_the_same(story):
    """A pass over the changes, and a pass over the results."""
    for grouping in ([], ["--by", "category"]):
        quick = json.loads(story.ok("trend", *grouping, "--json").out)["points"]
        slow = json.loads(story.ok("trend", *grouping, "--json", "component:**").out)["points"]
        whole = json.loads(story.ok("trend", *grouping, "--json", "--age").out)["points"]
        assert quick == slow
        assert quick[-1] == whole[-1]
        assert [{**point, "oldest": 0, "oldest_days": 0} for point in quick] == [
            {**point, "oldest": 0, "oldest_days": 0} for point in whole]


def test_the_forms_hold_the_same_points(story):
    points = json.loads(story.ok("trend", "--by", "category", "--every", "month", "--json").out)["points"]
    lines = story.ok("trend", "--by", "category", "--every", "month", "--format", "ndjson").text.splitlines()
    assert [json.loads(line) for line in lines] == points
    rows = list(csv.DictReader(io.StringIO(story.ok("trend", "--by", "category", "--every", "month", "--format", "csv").text)))
    assert [(row["group"], row["period"], int(row["pass"]), int(row["open"])) for row in rows] == [
        (point["group"], point["period"], point["pass"], point["open"]) for point in points]
    assert [row["ratio"] == "" for row in rows] == [point["ratio"] is None for point in points]
    assert "| --- |" in story.ok("trend", "--format", "md").text


@pytest.mark.parametrize("first", range(len(snapshots())))
def test_what_is_explained_adds_up(story, first):
    rounds = snapshots()
    for second in range(first, len(rounds)):
        one, other = rounds[first], rounds[second]
        said = json.loads(story.ok("trend", "--explain", one["at"], other["at"], "--json").out)
        assert said["schema"] == "a11y.explain/1"
        before, after = as_of(one["moment"]), as_of(other["moment"])
        for figures, cells in ((said["before"], before), (said["after"], after)):
            outcomes = [outcome for outcome, _, _ in cells.values()]
            assert {name: figures[name] for name in OUTCOMES.values()} == {
                name: outcomes.count(outcome) for outcome, name in OUTCOMES.items()}
        for measure in MEASURES:
            change = said["after"][measure] - said["before"][measure]
            assert said["difference"][measure] == change
            assert sum(part["difference"][measure] for part in said["parts"]) == change
        found = {part["class"]: {(row["component"], row["check"], row["condition"]) for row in part["rows"]}
                 for part in said["parts"]}
        passed = {cell for snapshot in rounds[:second + 1] for cell, (outcome, _, _) in as_of(snapshot["moment"]).items()
                  if outcome == "pass"}
        there = {cell[0] for cell in before}
        changed = {cell for cell in after if cell[0] in there and after[cell][0] != before.get(cell, (None,))[0]}
        failing = {cell for cell in changed if after[cell][0] == "fail"}
        assert found.get("regressed", set()) == failing & passed
        assert found.get("newly-failing", set()) == failing - passed
        assert found.get("fixed", set()) == {
            cell for cell in changed if cell in before and before[cell][0] == "fail" and after[cell][0] == "pass"}
        assert found.get("component-added", set()) == {cell for cell in after if cell[0] not in there}


def test_builds_and_audits_are_moments(story):
    rounds = snapshots()
    said = json.loads(story.ok("trend", "--explain", rounds[3]["build"], f"build:{rounds[5]['build']}", "--json").out)
    assert time(said["from"]["at"]) == rounds[4]["moment"] - timedelta(milliseconds=1)
    outcomes = [outcome for outcome, _, _ in as_of(rounds[5]["moment"]).values()]
    assert said["after"]["fail"] == outcomes.count("fail")
    rows = list(csv.DictReader(io.StringIO(
        story.ok("trend", "--explain", rounds[3]["build"], rounds[5]["build"], "--format", "csv").text)))
    assert sum(int(row["d_pass"]) for row in rows) == said["difference"]["pass"]
    require_sentence(story.run("trend", "--explain", "2019-10-12", "2019-07-01"), 2)
    require_sentence(story.run("trend", "--explain", "no-such-build", "2019-07-01"), 3)


def test_two_leads_get_the_same_bytes(story, tmp_path):
    colleague = Tracker(tmp_path)
    colleague.begin()
    bundle = tmp_path / "part.a11y.json"
    for words in (["--query", "since:2019-07-06"], []):
        story.ok("export", "-y", *words, "-o", bundle)
        colleague.ok("import", *([] if not words else ["--adopt"]), bundle)
    for words in (["--by", "category", "--until", "2020-01-01"], ["--by", "build", "--until", "2021-07-01"],
                  ["--until", "2021-07-01", "--age"], ["--explain", "2019-07-01", "2021-07-01"]):
        answers = {machine.ok("trend", *words, "--json").out for machine in (story, colleague)}
        assert len(answers) == 1


def test_what_cannot_be_answered_is_refused_by_name(story, empty):
    for words in (["status:fail"], ["tester:inspector"], ["since:2019-01-01"], ["button"]):
        answer = story.run("trend", *words)
        require_sentence(answer, 2)
        assert words[0].split(":")[0] in answer.error
    answer = story.run("trend", "--by", "scren")
    require_sentence(answer, 2)
    assert "screen" in answer.error
    require_sentence(empty.run("trend"), 3)
    require_sentence(empty.run("trend", "--explain", "2019-01-01", "2020-01-01"), 3)
    require_sentence(story.run("trend", "--every", "audit"), 3)
    require_sentence(story.run("trend", "component:nowhere/**"), 3)
    require_sentence(story.run("trend", "--since", "2020-01-01", "--until", "2019-01-01"), 2)


def test_the_past_of_many_items_is_left_to_the_trend_also_beyond_the_plan(empty):
    checks = [row["id"] for row in json.loads(empty.ok("list", "checks", "--json").out)["rows"]]
    components = [f"part-{number}" for number in range(10_000 // len(checks) + 3)]
    (empty.folder / "parts.csv").write_text("key,kind\n" + "".join(f"{key},icon-button\n" for key in components))
    empty.ok("new", "component", "--from", "parts.csv")
    empty.ok("log", "pass", checks[0], components[0], "--tester", "t1")
    assert "\nTrend " not in empty.ok("status").text, "of one period there is none"
    empty.ok("log", "pass", checks[1], components[0], "--tester", "t1", "--at", "2026-01-05")
    assert "\nTrend       0 open" in empty.ok("status").text
    rows = "".join(f"pass\t{check}\t{key}\n" for key in components[1:] for check in checks)
    empty.ok("log", "-", "--tester", "t1", stdin=rows.encode())
    empty.ok("edit", "tracker", "--checklists", "critical-rules")
    assert "\nTrend       a11y trend\n" in empty.ok("status").text


def test_a_finding_with_an_owner_of_its_own_counts_for_that_owner(tracker):
    """In the status by owner it did, in the trend by owner for the owner of its component."""
    def told():
        points = json.loads(tracker.ok("trend", "--by", "owner", "--every", "day", "--json").out)["points"]
        last = {point["group"]: point for point in points}
        for group in json.loads(tracker.ok("status", "--by", "owner", "--json").out)["groups"]:
            if not group["name"]:  # nothing of it was tested: no value
                continue
            point = last[group["name"]]
            assert {name: point[name] for name in group["cells"]} == group["cells"], group["name"]
            assert (point["open"], point["waived"]) == (group["open"], group["waived"])
        return {name: (point["fail"], point["pass"], point["oldest"]) for name, point in last.items()}

    day = "2026-03-{}T10:00:00Z"
    tracker.ok("edit", "component", COMPONENT, "--owner", "qa-1")
    tracker.log("fail", CHECK, COMPONENT, "--build", "1", "--at", day.format("02"))
    tracker.log("pass", "traits.button", COMPONENT, "--build", "1", "--at", day.format("04"))
    tracker.ok("edit", "finding", CHECK, COMPONENT, "--owner", "dev-1")
    assert told() == {"dev-1": (1, 0, day.format("02")), "qa-1": (0, 1, day.format("04"))}
    # What passes is no finding any more: it counts for the owner of its component again, and its past stays.
    tracker.log("pass", CHECK, COMPONENT, "--build", "2", "--at", day.format("06"))
    points = json.loads(
        tracker.ok("trend", "--by", "owner", "--every", "day", "--json", "--until", "2026-03-06").out)["points"]
    assert [point["fail"] for point in points if point["group"] == "dev-1"][:4] == [1, 1, 1, 1]
    assert [point["pass"] for point in points if point["group"] == "qa-1"][2:] == [1, 1, 2]
    assert points[-1]["oldest"] == day.format("04") and points[-1]["group"] == "qa-1"
