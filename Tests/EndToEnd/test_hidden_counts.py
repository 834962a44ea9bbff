"""What people say who are not followed hides neither that those differ who are, nor that they saw a regression: each figure and
list has what the release check holds."""

import json

import pytest

from facts import reference
from forging import Chain, give, told
from program import CHECK, Tracker

MAL = "m" * 12


def rows(tracker: Tracker, *words) -> list:
    return json.loads(tracker.ok("list", *words, "--json").out)["rows"]


def differing(tracker: Tracker, *named) -> dict:
    """How many items people differ about, by each output that tells it."""
    status, report = (json.loads(tracker.ok(name, *named, "--json").out) for name in ("status", "report"))
    gate = json.loads(tracker.run("gate", *named, "--json").out)
    found = {
        "status": status["disputed"] + status["contradicted"], "report": report["disputed"] + report["contradicted"],
        "items": len(rows(tracker, "items", "disputed:yes", *named)),
        "gate": sum(rule["actual"] for rule in gate["rules"] if rule["rule"] == "disagreements")}
    if not named:
        last = json.loads(tracker.ok("trend", "--every", "day", "--json").out)["points"][-1]
        ages = json.loads(tracker.ok("trend", "--every", "day", "--age", "--json").out)["points"][-1]
        found |= {
            "conflicts": len(rows(tracker, "conflicts")), "trend": last["disputed"] + last["contradicted"],
            "ages": ages["disputed"] + ages["contradicted"]}
    return found


@pytest.fixture
def differed(tracker):
    """Two people differ about 3.2, where 3.3 is a build of the team, in the tracker and in an audit."""
    tracker.ok("edit", "tracker", "--policy", "max-critical 0", "--current-build", "3.3", "-y")
    tracker.ok("new", "audit", "spring", "--checklist", "essentials", "--build", "3.3")
    words = ["--build", "3.2", "--audit", "spring"]
    tracker.ok("log", "fail", CHECK, "sign-in/close-button", "-s", "2", "--tester", "t1", "--at", "2026-01-01", *words)
    tracker.ok("log", "pass", CHECK, "sign-in/close-button", "--disagree", "--tester", "t2", "--at", "2026-01-02", *words)
    tracker.log("pass", CHECK, "search", "--build", "3.3", "--at", "2026-01-03")
    return tracker


def told_of_one(tracker: Tracker) -> bool:
    """Whether the item is shown as one that people differ about, and a walk goes to it."""
    shown = " ".join(tracker.ok("show", CHECK, "sign-in/close-button").text.split())
    walked = tracker.run("walk", "--only", "disputed", "--tester", "t1", "--build", "3.3", stdin=b"q\n").text
    return "Contradicted PASS by t2" in shown and "FAIL by t1" in shown and "sign-in/close-button" in walked


@pytest.mark.parametrize("said", [{"outcome": "fail", "severity": 1}, {"outcome": "fail", "severity": 2}, {"outcome": "pass"}],
                         ids=["worse", "the same", "better"])
def test_a_dispute_that_a_stranger_hides_is_counted_everywhere(differed, said):
    """`gate` and `list conflicts` had it; the figures, the list of items, and the trend had none."""
    before = [differing(differed), differing(differed, "--audit", "spring")]
    assert told_of_one(differed)
    assert before == [dict.fromkeys(found, 1) for found in before]
    chain = Chain(MAL, "mal")
    chain.result(**said, component="sign-in/close-button", build="3.3", audit="spring")
    differed.ok("import", give(differed, *chain.facts))
    assert [differing(differed), differing(differed, "--audit", "spring")] == before
    assert json.loads(differed.ok("status", "--as-of", "2026-03-01", "--json").out)["contradicted"] == 1
    assert told_of_one(differed)
    row, = rows(differed, "conflicts")
    assert [side["tester"] for side in row["sides"]] == ["t1", "t2"]
    # It is decided as any other.
    differed.ok("resolve", CHECK, "sign-in/close-button", "fail", "-s", "2", "-m", "seen again", "--tester", "t1")
    assert set(differing(differed).values()) == {0}
    differed.require_sound()


def test_a_trend_has_it_from_its_time_on_and_until_it_ends(differed):
    chain = Chain(MAL, "mal")
    chain.result("fail", "sign-in/close-button", severity=1, build="3.3", time=1_769_904_000_000)
    differed.ok("import", give(differed, *chain.facts))
    differed.log("pass", CHECK, "sign-in/close-button", "--build", "3.4", "--at", "2026-03-01")
    points = {point["period"]: point["contradicted"] for point in json.loads(
        differed.ok("trend", "--every", "month", "--until", "2026-04-30", "--json").out)["points"]}
    assert points == {"2026-01": 1, "2026-02": 1, "2026-03": 0, "2026-04": 0}
    for month, count in points.items():
        status = json.loads(differed.ok("status", "--as-of", f"{month}-28", "--json").out)
        assert status["contradicted"] == count, month


def test_a_regression_that_a_stranger_hides_is_listed_as_one(tracker):
    """Their failure on a newer build, stated for the time before, had the finding open and not regressed."""
    tracker.log("pass", CHECK, "sign-in/close-button", "--build", "1.0", "--at", "2026-01-01")
    tracker.log("fail", CHECK, "sign-in/close-button", "-s", "2", "--build", "1.1", "--at", "2026-03-01")
    tracker.log("pass", CHECK, "search", "--build", "1.2", "--at", "2026-03-02")

    def regressed() -> dict:
        gate = json.loads(tracker.run("gate", "--no-regressions", "--json").out)
        report = json.loads(tracker.ok("report", "--json").out)
        return {
            "gate": [cell["component"] for rule in gate["rules"] if rule["rule"] == "no-regressions" for cell in rule["cells"]],
            "list": [row["component"] for row in rows(tracker, "findings", "state:regressed")],
            "report": [finding["component"] for finding in report["findings"] if finding["state"] == "regressed"]}

    before = regressed()
    assert before == dict.fromkeys(before, ["sign-in/close-button"])
    chain = Chain(MAL, "mal")
    chain.result("fail", "sign-in/close-button", severity=2, build="1.2", time=1_000)
    tracker.ok("import", give(tracker, *chain.facts))
    assert regressed() == before


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_what_others_made_better_in_an_audit_is_named_with_its_figures(tracker, closed):
    """Its status had 2 items that pass, its release check held one of them, and neither said why."""
    for name in "winter", "spring":
        tracker.ok("new", "audit", name, "--checklist", "essentials", "--build", "3.2", "--policy", "max-critical 0")
    tracker.log("fail", CHECK, "sign-in/close-button", "-s", "1", "--build", "3.2", "--audit", "spring")
    tracker.log("pass", CHECK, "search", "--build", "3.2", "--audit", "winter")
    chain = Chain(MAL, "mal")
    seen = [reference(fact) for fact in told(tracker) if fact["kind"] == "result"]
    chain.result("pass", "sign-in/close-button", build="3.2", audit="spring", retest=True, saw=seen)
    tracker.ok("import", give(tracker, *chain.facts))
    # The tracker has nothing that others alone made better: it was tested again outside of the audit.
    tracker.log("fail", CHECK, "sign-in/close-button", "-s", "1", "--build", "3.3")
    if closed:
        for name in "winter", "spring":
            tracker.ok("edit", "audit", name, "--close", "-y")
    said = "better only by"
    outputs = [["status"], ["gate"], ["report"], ["list", "findings"], ["list", "fixes"], ["report", "--issues", "md"]]

    def words(*asked) -> str:
        answer = tracker.run(*asked)
        return " ".join((answer.text + answer.error).split())

    status, gate = (json.loads(tracker.run(name, "--audit", "spring", "--json").out) for name in ("status", "gate"))
    assert (status["cells"]["fail"], gate["cells"]["fail"]) == (0, 1)
    for output in outputs:
        assert f"1 item is {said}" in words(*output, "--audit", "spring"), output
        assert said not in words(*output) + words(*output, "--audit", "winter"), output
    tracker.ok("follow", MAL)
    assert closed or not any(said in words(*output, "--audit", "spring") for output in outputs)
