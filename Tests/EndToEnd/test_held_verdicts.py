"""What people say who are not followed here betters no verdict, in whatever output it stands: drafts for the App Store, criteria
of WCAG, conformance reports, and the files that other programs judge by. A figure may become better, and is named: of items, and
of a portfolio."""

import json
import random
import re

import pytest
import yaml

from conftest import SEED
from drawing import share
from facts import reference
from forging import Chain, give
from program import CHECK, Tracker
from test_held_findings import FORGED, STRANGER, gate, results
from test_unfollowed import DAY, NOW

CONTRAST = "contrast.text-4-5"
DEVICES = ["iPhone 15", "iPad mini 6", ""]
CHECKS = [CHECK, CONTRAST, "contrast.large-text-3", "touch-target.minimum-44pt"]
PLACES = ["home", "search", "sign-in/close-button"]


def terms(tracker, *words) -> dict:
    """What a draft of a conformance report says of each criterion."""
    openacr = yaml.safe_load(tracker.ok("report", "--openacr", "-", *words).text)
    return {one["num"]: [part["adherence"]["level"] for part in one["components"]]
            for name, chapter in openacr["chapters"].items() if "criteria" in chapter and name.startswith("success")
            for one in chapter["criteria"]}


def told(tracker, *words) -> dict:
    """Each verdict by where it stands."""
    document = json.loads(tracker.ok("report", "--declarations", "--json", *words).out)
    criteria = [] if words else json.loads(tracker.ok("list", "criteria", "--json").out)["rows"]
    earl = json.loads(tracker.ok("report", "--earl", "-", *words).text)["@graph"]
    tracker.ok("report", "--testrail", "cases.csv", *words)
    portfolio = json.loads(tracker.ok("report", "--portfolio", tracker.folder, "--json").out)["trackers"]
    return {
        "labels": {(family["family"], one["feature"]): one for family in document["families"] for one in family["features"]},
        "held": document["held"],
        "criteria": {row["criterion"]: row["state"] for row in criteria},
        "terms": terms(tracker, *words),
        "earl": {(node["subject"], node["test"], node["result"].get("condition")): (
            node["result"]["outcome"], node["result"].get("severity"))
            for node in earl if node["@type"] == "earl:Assertion" and node["result"]["outcome"] != "earl:untested"},
        "cases": sum(line.endswith(("Failed", "Retest")) or ",Failed," in line or ",Retest," in line
                     for line in (tracker.folder / "cases.csv").read_text().splitlines()),
        "portfolio": [row["decision"] for row in portfolio],
        "gate": gate(tracker, "--max-critical", "0")["code"] if not words else None,
    }


SEVERITIES = ["minor", "moderate", "serious", "critical"]


def better(before: dict, after: dict) -> list:
    """The verdicts that are milder than they were."""
    lines = []
    for place, label in before["labels"].items():
        now = after["labels"][place]
        kept = {"not-supported": ["not-supported"], "review": ["review", "not-supported"]}.get(label["verdict"])
        if kept and now["verdict"] not in kept:
            lines.append((place, label["verdict"], now["verdict"]))
    # Over all devices: a place of doubt on one of them may fail on another by what a stranger says.
    for feature in {feature for _, feature in before["labels"]}:
        for parts in (["failing"], ["failing", "doubtful"], ["failing", "doubtful", "stale"]):
            figures = [sum(label["places"][part] for place, label in labels.items() if place[1] == feature for part in parts)
                       for labels in (before["labels"], after["labels"])]
            if figures[1] < figures[0]:
                lines.append((feature, parts, *figures))
    order = ["cant-tell", "fail"]
    for criterion, status in before["criteria"].items():
        now = after["criteria"][criterion]
        if status in order and (now not in order or order.index(now) < order.index(status)):
            lines.append((criterion, status, now))
    low = [["does-not-support"], ["partially-supports"]]
    lines += [(criterion, term, after["terms"][criterion]) for criterion, term in before["terms"].items()
              if term in low and after["terms"][criterion] not in low]
    for cell, (outcome, severity) in before["earl"].items():
        now, rated = after["earl"][cell]
        if outcome == "earl:failed" and (now != outcome or severity and SEVERITIES.index(rated or "critical") < SEVERITIES.index(
                severity)):
            lines.append((cell, outcome, severity, now, rated))
    lines += [] if after["cases"] >= before["cases"] else [("cases", before["cases"], after["cases"])]
    lines += [("portfolio", decision, now) for decision, now in zip(before["portfolio"], after["portfolio"])
              if decision == "hold" != now]
    return lines + ([("gate", 1, after["gate"])] if before["gate"] == 1 != after["gate"] else [])


@pytest.fixture
def labelled(tracker):
    """A finding of a common task on an iPhone, where 3.3 is a build of the team."""
    tracker.ok("edit", "tracker", "--policy", "max-critical 0", "--current-build", "3.3", "-y")
    tracker.log("fail", CHECK, "home", "-s", "1", "--build", "3.2", "--device", "iPhone 15", "-m", "no label")
    tracker.log("pass", CHECK, "search", "--build", "3.3", "--device", "iPhone 15")
    return tracker


@pytest.mark.parametrize("forge", share("forged for drafts", FORGED, 2), ids=lambda forge: forge.__name__)
def test_no_verdict_of_a_draft_gets_milder_until_the_author_is_followed(labelled, forge):
    """The drafts went by all results: a milder retest of a stranger made REVIEW of NOT SUPPORTED, and a pass NOT ENOUGH EVIDENCE,
    while the release check held the finding."""
    before = told(labelled)
    chain = Chain(STRANGER, "mal")
    forge(labelled, chain)
    labelled.ok("import", give(labelled, *chain.facts))
    after = told(labelled)
    assert before["labels"]["iPhone", "voiceover"]["verdict"] == after["labels"]["iPhone", "voiceover"]["verdict"] == "not-supported"
    assert better(before, after) == [] and before["terms"] == after["terms"] and before["criteria"] == after["criteria"]
    assert (before["held"], after["held"]) == (0, 1)
    said = "1 item is better only by people who are not followed here: the draft counts it as it was."
    assert said.replace("the draft", "the status of criteria") in " ".join(labelled.ok("list", "criteria").text.split())
    drafted = labelled.ok("report", "--declarations", "--width", "300").text
    assert said in drafted and "no label" in drafted
    answer = labelled.ok("report", "--openacr", "draft.yaml")
    assert said in " ".join((answer.text + answer.error).split()) and "no label" in (labelled.folder / "draft.yaml").read_text()
    # The portfolio has the figures of the status of the tracker, and says where its decisions differ from them.
    counted = said.replace("the draft", "the release check")
    (labelled.folder / "portfolio.html").unlink(missing_ok=True)
    labelled.ok("report", "--portfolio", labelled.folder, "-o", "portfolio.html")
    assert counted in " ".join(labelled.ok("status", "--tracker", labelled.folder).text.split())
    assert counted in (labelled.folder / "portfolio.html").read_text()
    assert json.loads(labelled.ok("report", "--portfolio", labelled.folder, "--json").out)["total"]["held"] == 1
    # What is followed takes effect, and nothing is held any more.
    labelled.ok("follow", STRANGER)
    assert "better only by" not in labelled.ok("status", "--tracker", labelled.folder).text
    followed = told(labelled)
    assert followed["held"] == 0 and followed["labels"]["iPhone", "voiceover"]["verdict"] != "not-supported"
    assert "better only by" not in labelled.ok("report", "--declarations").text


def test_a_worse_failure_of_a_stranger_on_one_device_betters_no_other(tracker):
    """A failure on a device that was not named holds for each; a worse one that a stranger saw on an iPad freed the iPhone."""
    lead = Chain("leadleadlead", "lead")
    lead.result("fail", "home", severity=2, build="3.2")
    tracker.ok("import", give(tracker, *lead.facts))
    tracker.ok("follow", lead.replica)
    tracker.log("na", CHECK, "search", "--build", "3.3", "--device", "iPhone 15")
    before = told(tracker)
    assert before["labels"]["iPhone", "voiceover"]["verdict"] == "not-supported"
    chain = Chain(STRANGER, "mal")
    chain.result("fail", "home", severity=1, build="3.3", device="iPad mini 6", saw=[reference(fact) for fact in lead.facts])
    tracker.ok("import", give(tracker, *chain.facts))
    after = told(tracker)
    assert better(before, after) == [] and after["labels"]["iPad", "voiceover"]["verdict"] == "not-supported"


@pytest.mark.parametrize("time", [NOW - DAY, 1_577_836_800_000], ids=["later", "at the same time"])
def test_what_a_stranger_repeats_makes_no_evidence_new(tracker, time):
    """A pass of last year, or of the build before, is stale, and stays so in the draft where only others have looked again."""
    button = "sign-in/close-button"
    tracker.ok("edit", "tracker", "--current-build", "3.3", "--stale-days", "90" if time == NOW - DAY else "0", "-y")
    lead = Chain("leadleadlead", "lead")
    lead.result("pass", button, build="3.2", device="iPhone 15", time=1_577_836_800_000)
    tracker.ok("import", give(tracker, *lead.facts))
    tracker.ok("follow", lead.replica)
    tracker.log("na", CHECK, "search", "--build", "3.3")
    def stale():
        return told(tracker)["labels"]["iPhone", "voiceover"]["places"]["stale"]
    assert stale() == 1
    chain = Chain(STRANGER, "mal")
    # At the same time the later entry counts, which is the stranger's second one.
    for place in "home", button:
        chain.result("pass", place, build="3.3", device="iPhone 15", time=time, saw=[reference(fact) for fact in lead.facts])
    tracker.ok("import", give(tracker, *chain.facts))
    assert stale() == 1
    tracker.ok("follow", STRANGER)
    assert stale() == 0


def shares(tracker, *named) -> dict:
    """What the rules that have a share come to, with the exit code of all of them."""
    answer = gate(tracker, "--min-pass", "60", "--min-coverage", "90", *named)
    figures = {rule["rule"]: {name: rule[name] for name in ("part", "whole")} for rule in answer["rules"]}
    return {"code": answer["code"], **{name: figures[name] for name in ("min-pass", "min-coverage")}}


@pytest.mark.parametrize("flood", ["conditions", "components", "checks"])
@pytest.mark.parametrize("audit", [None, "spring"])
def test_passes_that_no_plan_asks_for_raise_no_share(tracker, flood, audit):
    """A stranger made HOLD by `min-pass 60` a SHIP with passes under forty conditions that nobody had asked for."""
    tracker.ok("new", "audit", "spring", "--checklist", "essentials", "--build", "3.2")
    named = ["--audit", audit] if audit else []
    tracker.ok("log", "fail", CHECK, "sign-in/close-button", "-s", "2", "--tester", "t1", "--build", "3.2", *named)
    before = shares(tracker, *named)
    assert before["code"] == 1
    chain = Chain(STRANGER, "mal")
    told = {"build": "3.2", **({"audit": audit} if audit else {})}
    # The checks that are not for the kind of the component.
    asked = {row["check"] for row in json.loads(tracker.ok("list", "cells", "--all", "component:home", "--json").out)["rows"]}
    others = [row["id"] for row in json.loads(tracker.ok("list", "checks", "--json").out)["rows"] if row["id"] not in asked]
    for number in range(40):
        match flood:
            case "conditions":
                chain.result("pass", "home", condition=f"dark,x{number}", **told)
            case "components":
                chain.result("pass", f"home/x{number}", **told)
            case "checks":
                chain.result("pass", "home", check=others[number], **told)
    tracker.ok("import", give(tracker, *chain.facts))
    assert shares(tracker, *named) == before
    # It is named, and counts once its author is followed.
    if not audit:
        assert "40 items were tested only by mal" in " ".join(tracker.run("gate", "--min-pass", "60").text.split())
        tracker.ok("follow", STRANGER)
        assert gate(tracker, "--min-pass", "60")["code"] == 0
    tracker.require_sound()


SIZE = "touch-target.minimum-44pt"
OWN = {"category": "team", "title": "Size", "how": "Look.", "expected": "It is there.", "method": "manual", "impact": "critical",
       "wcag": [{"criterion": "1.1.1", "relation": "tests"}], "applies_to": ["screen", "icon-button"]}


@pytest.fixture
def planned(tracker):
    """Two of the six items of the plan, and of an audit, are tested, and one of them passes."""
    tracker.ok("new", "checklist", "own", "--check", f"{CHECK},{SIZE}")
    tracker.ok("edit", "tracker", "--checklists", "own", "-y")
    tracker.ok("new", "audit", "spring", "--checklist", "own", "--components", "**", "--build", "3.2")
    for outcome, place in (("pass", "search"), ("fail", "sign-in/close-button")):
        tracker.log(outcome, CHECK, place, *(["-s", "2"] if outcome == "fail" else []), "--audit", "spring", "--build", "3.2")
    return tracker


def invented(tracker, chain, flood, outcome="pass", **told):
    """Many results of new components, of new checks, or of the items that nobody has tested."""
    match flood:
        case "components":
            for number in range(40):
                chain.component(f"x{number}")
                for check in (CHECK, SIZE):
                    chain.result(outcome, f"x{number}", check=check, **told)
        case "checks":
            for number in range(30):
                chain.add("set", kind="check", key=f"team.c{number}", fields=OWN, by=chain.tester)
                for place in PLACES:
                    chain.result(outcome, place, check=f"team.c{number}", **told)
        case "items":
            rows = json.loads(tracker.ok("list", "cells", "--all", "status:untested", "--json").out)["rows"]
            for row in rows:
                chain.result(outcome, row["component"], check=row["check"], **told)


@pytest.mark.parametrize("flood, audit", [
    ("components", None), ("checks", None), ("items", None), ("components", "spring"), ("items", "spring")])
def test_what_strangers_alone_have_tested_raises_no_share(planned, flood, audit):
    """Forty invented components with passes made SHIP of HOLD by `min-pass 60` and by `min-coverage 90`: a plan asks for what
    is new, whoever added it."""
    named, told = (["--audit", audit], {"audit": audit}) if audit else ([], {})
    if flood == "checks":
        planned.ok("edit", "tracker", "--checklists", "everything", "-y")
    before = shares(planned, *named)
    assert before["code"] == 1 and gate(planned, "--critical-rules", *named)["code"] == 1
    planned.ok("edit", "tracker", "--policy", "min-pass 60", "-y")
    drafted = terms(planned, *named)
    criteria = json.loads(planned.ok("list", "criteria", *named, "--json").out)["rows"]
    chain = Chain(STRANGER, "mal")
    invented(planned, chain, flood, build="3.2", **told)
    planned.ok("import", give(planned, *chain.facts))
    after = shares(planned, *named)
    assert after["code"] == 1 and after["min-pass"] == before["min-pass"]
    assert after["min-coverage"]["part"] == before["min-coverage"]["part"]
    assert after["min-coverage"]["whole"] >= before["min-coverage"]["whole"]
    # No output decides otherwise.
    assert planned.run("gate").code == planned.run("gate", "--strict").code == 1
    assert gate(planned, "--critical-rules", *named)["code"] == 1
    assert json.loads(planned.ok("status", "--json").out)["decision"]["word"] == "hold"
    row, = json.loads(planned.ok("report", "--portfolio", planned.folder, "--json").out)["trackers"]
    assert row["decision"] == "hold"
    assert terms(planned, *named) == drafted
    states = {row["criterion"]: row["state"] for row in json.loads(planned.ok("list", "criteria", *named, "--json").out)["rows"]}
    assert all(states[row["criterion"]] == row["state"] for row in criteria)
    assert re.search("tested only by mal, who is not followed here: the release check counts (it|them) as untested",
                     " ".join(planned.run("gate", *named).text.split()))
    # A query asks in the same way.
    assert gate(planned, "check:" + SIZE, "--min-coverage", "90", *named)["code"] != 0
    planned.ok("follow", STRANGER)
    assert shares(planned, *named)["min-pass"]["part"] > before["min-pass"]["part"]
    planned.require_sound()


@pytest.mark.parametrize("outcome", ["fail", "na", "cant-tell"])
def test_what_a_stranger_finds_wrong_counts_and_covers_nothing(planned, outcome):
    before = shares(planned)
    chain = Chain(STRANGER, "mal")
    invented(planned, chain, "items", outcome, build="3.2", **({"severity": 4} if outcome == "fail" else {}))
    planned.ok("import", give(planned, *chain.facts))
    after = shares(planned)
    assert after["min-coverage"] == before["min-coverage"]
    failed = len(chain.facts) if outcome == "fail" else 0
    assert after["min-pass"] == {"part": before["min-pass"]["part"], "whole": before["min-pass"]["whole"] + failed}


def test_where_strangers_alone_have_looked_no_rule_passes(tracker):
    rules = [("--min-pass", "60"), ("--min-coverage", "1"), ("--critical-rules",), ("--max-critical", "0"),
             ("--max-serious", "0"), ("--max-age", "30"), ("--no-regressions",)]
    chain = Chain(STRANGER, "mal")
    for row in json.loads(tracker.ok("list", "cells", "--all", "--json").out)["rows"]:
        chain.result("pass", row["component"], check=row["check"])
    tracker.ok("import", give(tracker, *chain.facts))
    assert all(gate(tracker, *rule)["code"] == 3 for rule in rules)
    # What they alone have tested is named by the status, too, and a mild failure of theirs decides nothing for the better.
    assert "tested only by" in " ".join(tracker.ok("status").text.split())
    chain.result("fail", "search", severity=4)
    tracker.ok("import", give(tracker, *chain.facts[-1:]))
    assert all(gate(tracker, *rule)["code"] in (1, 3) for rule in rules)
    assert "nothing was tested by people who are followed" in " ".join(tracker.run("gate", "--max-critical", "0").text.split())
    chain.result("fail", "home", severity=1)
    tracker.ok("import", give(tracker, *chain.facts[-1:]))
    assert gate(tracker, "--max-critical", "0")["code"] == 1
    tracker.ok("follow", STRANGER)
    assert [gate(tracker, *rule)["code"] for rule in rules[:3]] == [0, 0, 1]


@pytest.mark.parametrize("number", range(3))
def test_where_few_have_looked_who_are_followed_a_stranger_betters_no_rule(tracker, number):
    dice = random.Random(f"{SEED} few {number}")
    rules = [("--min-pass", "50"), ("--min-coverage", "1"), ("--critical-rules",), ("--max-critical", "0"), ("--max-serious", "1"),
             ("--max-age", "30"), ("--no-regressions",), ("--max-critical", "0", "--audit", "winter")]
    tracker.ok("new", "audit", "winter", "--checklist", "critical-rules", "--build", "3.2")

    def codes():
        # From SHIP by way of NO DECISION to HOLD.
        return [(0, 3, 1).index(tracker.run("gate", *rule).code) for rule in rules]
    lead, chain = Chain("leadleadlead", "lead"), Chain(STRANGER, "mal")
    for one, times in (lead, number), (chain, 30):
        for _ in range(times):
            outcome = dice.choice(["pass", "pass", "fail", "na", "cant-tell"])
            more = {"severity": dice.choice([1, 4])} if outcome == "fail" else {}
            one.result(outcome, dice.choice(PLACES), check=dice.choice(CHECKS), build="3.2", audit=dice.choice(["winter", ""]),
                       **more)
        tracker.ok("import", give(tracker, *one.facts))
        if one is lead:
            if number:
                tracker.ok("follow", lead.replica)
            before = codes()
    assert all(now >= then for now, then in zip(codes(), before, strict=True))


@pytest.mark.parametrize("number", range(2))
def test_random_results_of_a_stranger_better_no_verdict(tracker, number):
    dice = random.Random(f"{SEED} verdicts {number}")
    tracker.ok("edit", "tracker", "--current-build", "3.3", "--stale-days", "60", "-y")
    tracker.ok("new", "audit", "winter", "--checklist", "critical-rules", "--build", "3.2")
    lead = Chain("leadleadlead", "lead")

    def said(chain, times, saw, **more):
        for _ in range(times):
            outcome = dice.choice(["pass", "pass", "fail", "na", "cant-tell"])
            members = {"build": dice.choice(["3.1", "3.2", "3.3", ""]), "device": dice.choice(DEVICES),
                       "audit": dice.choice(["winter", ""]), "time": dice.choice([0, 1_760_000_000_000, 4_000_000_000_000]),
                       "severity": dice.choice([0, 1, 2, 3, 4]) if outcome == "fail" else 0, **more}
            chain.result(outcome, dice.choice(PLACES), check=dice.choice(CHECKS), saw=dice.choice([saw, []]),
                         **{name: one for name, one in members.items() if one})
    said(lead, 25, [])
    tracker.ok("import", give(tracker, *lead.facts))
    tracker.ok("follow", lead.replica)
    tracker.ok("edit", "audit", "winter", "--close", "-y")
    before, closed = told(tracker), told(tracker, "--audit", "winter")
    chain = Chain(STRANGER, "mal")
    seen = [reference(fact) for fact in lead.facts]
    for retest in True, False:
        said(chain, 20, seen, **({"retest": True} if retest else {}))
    chain.retract(*dice.sample(lead.facts, 3))
    tracker.ok("import", give(tracker, *chain.facts))
    assert better(before, told(tracker)) == []
    assert {**told(tracker, "--audit", "winter"), "portfolio": 0} == {**closed, "portfolio": 0}
    tracker.ok("follow", STRANGER)
    assert told(tracker)["held"] == 0
    tracker.ok("follow", "--none", STRANGER)
    assert better(before, told(tracker)) == []
    tracker.require_sound()


def test_each_device_family_that_has_an_open_result_counts(folder):
    """Of failures that agree the newest is shown: the draft forgot the iPhone when the same failed on an iPad."""
    shop = Tracker(folder)
    shop.ok("init", "--platform", "iOS,iPadOS")
    shop.register("home,screen")
    def verdicts():
        labels = told(shop)["labels"]
        return [(labels[family, "voiceover"]["verdict"], [one["device"] for task in labels[family, "voiceover"]["tasks"]
                                                         for one in task["findings"]]) for family in ("iPhone", "iPad")]
    shop.ok("log", "fail", CHECK, "home", "-s", "1", "--tester", "t1", "--device", "iPhone 15", "--at", "2026-01-05", "-m", "no label")
    shop.ok("log", "fail", CHECK, "home", "-s", "1", "--tester", "t2", "--device", "iPad mini 6", "--disagree")
    assert verdicts() == [("not-supported", ["iPhone 15"]), ("not-supported", ["iPad mini 6"])]
    # Who else has seen it is listed with the item, with device, day and note.
    shown = " ".join(shop.ok("show", CHECK, "home", "--width", "200").text.split())
    assert "Also t1, iPhone 15, 2026-01-05 00:00: no label" in shown
    answer = json.loads(shop.ok("show", CHECK, "home", "--json").out)["cells"][0]
    assert len(answer["also"]) == 1 and answer["sides"] == []
    # Each of them by its own severity, and where no device is named it is one blocker of each family, and not a second one.
    shop.ok("log", "fail", CHECK, "home", "-s", "4", "--tester", "t2", "--device", "iPad mini 6")
    assert verdicts() == [("not-supported", ["iPhone 15"]), ("review", ["iPad mini 6"])]
    shop.ok("log", "fail", CHECK, "home", "-s", "1", "--tester", "t3", "--disagree")
    assert verdicts() == [("not-supported", ["iPhone 15"]), ("review", ["iPad mini 6"])]
