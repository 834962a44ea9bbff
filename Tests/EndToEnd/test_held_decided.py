"""Single results of people who are not followed, accepted and refused by their IDs; and what this machine's own people log
beside them, which takes over nothing of them."""

import json

import pytest

from forging import Chain, give, told
from program import CHECK, COMPONENT
from test_held_findings import (  # noqa: F401 (a fixture)
    SIZE, STRANGER, audited, gate, milder_retest, na_retest, passed_retest, results)
from walking import ASK, end, start


def test_one_result_is_accepted_by_its_id(audited):
    audited.log("fail", CHECK, "sign-in/close-button", "-s", "1", "--build", "3.2", tester="t2")
    chain = Chain(STRANGER, "mal")
    for component in "home", "sign-in/close-button":
        chain.result("pass", component, build="3.3", saw=results(audited))
    audited.ok("import", give(audited, *chain.facts))
    assert [blocker["component"] for blocker in gate(audited)["blockers"]] == ["home", "sign-in/close-button"]
    rows = {row["component"]: row["id"] for row in json.loads(audited.ok("waiting", "--json").out)["results"]}
    assert f"a11y follow --once {rows['home']}" in " ".join(audited.ok("waiting").text.split())
    before = audited.database.read_bytes()
    assert "Would accept 1 result." in audited.ok("follow", "--once", rows["home"], "--dry-run").text
    assert audited.database.read_bytes() == before
    answer = audited.ok("follow", "--once", rows["home"])
    assert answer.text.startswith("Accepted 1 result.")
    assert [blocker["component"] for blocker in gate(audited)["blockers"]] == ["sign-in/close-button"]
    assert json.loads(audited.ok("follow", "--json").out)["followed"] == []
    assert audited.run("follow", "--once", rows["home"]).code == 3, "it waits no more"
    audited.ok("doctor", "--rebuild", "-y")
    assert [blocker["component"] for blocker in gate(audited)["blockers"]] == ["sign-in/close-button"]
    audited.require_sound()
    # What they say later of the same item was not accepted with it.
    audited.log("fail", CHECK, "home", "-s", "1", "--build", "3.3")
    chain.result("pass", "home", build="3.3", retest=True, saw=results(audited))
    audited.ok("import", give(audited, *chain.facts))
    assert [blocker["component"] for blocker in gate(audited)["blockers"]] == ["home", "sign-in/close-button"]
    audited.require_sound()


def test_one_result_is_refused_and_accepted_as_often_as_anyone_likes(audited):
    chain = Chain(STRANGER, "mal")
    chain.result("pass", build="3.3", saw=results(audited))
    audited.ok("import", give(audited, *chain.facts))
    before, one = gate(audited), f"{STRANGER}-1"
    assert gate(audited, "--max-critical", "9", "--strict")["code"] == 1
    for _ in range(2):
        assert "Refused 1 result." in audited.ok("waiting", "--refuse", one).text
        assert "Nothing waits" in audited.ok("waiting").text
        held = gate(audited)
        assert held["code"] == 1 and held["blockers"] == before["blockers"]
        # It is decided, so nothing is held for it, and it is still said why the figures are others.
        assert gate(audited, "--max-critical", "9", "--strict")["code"] == 0
        notice, = [one for one in json.loads(audited.ok("status", "--json").out)["attention"] if one["kind"] == "held_findings"]
        assert notice["command"] == "a11y follow"
        assert audited.run("waiting", "--refuse", one).code == 3, "it was refused"
        audited.require_sound()
        assert "Accepted 1 result." in audited.ok("follow", "--once", one).text
        assert gate(audited)["code"] == 0
        assert audited.run("follow", "--once", one).code == 3, "it was accepted"
        audited.require_sound()
    assert json.loads(audited.ok("waiting", "--refuse", one, "--json").out)["ids"] == [one]
    # What they say later of the same item waits again, and all of a tester is refused at once.
    audited.log("fail", CHECK, "search", "-s", "1", "--build", "3.3")
    for component in "home", "search":
        chain.result("pass", component, build="3.3", retest=True, saw=results(audited))
    audited.ok("import", give(audited, *chain.facts))
    assert audited.run("waiting", "--exit-code").code == 5
    assert "Refused 2 results." in audited.ok("waiting", "--refuse", "mal").text
    assert gate(audited)["code"] == 1 and "Nothing waits" in audited.ok("waiting").text
    audited.ok("doctor", "--rebuild", "--yes")
    assert gate(audited)["code"] == 1
    audited.ok("follow", "mal")
    assert gate(audited)["code"] == 0, "whoever is followed counts"
    audited.require_sound()


def said(tracker, tester) -> dict:
    """The last result of a tester."""
    return [fact["body"] for fact in told(tracker) if fact["kind"] == "result" and fact["body"]["tester"] == tester][-1]


def take(tracker, *forge, start=1_770_000_000_000):
    """What a stranger sends who has seen all that is here; each of the functions adds to it."""
    chain = Chain(STRANGER, "mal", start=start)
    for one in forge:
        one(tracker, chain)
    tracker.ok("import", give(tracker, *chain.facts))
    return chain


def milder_failure(tracker, chain):
    """Closes the finding and finds it again, smaller."""
    passed_retest(tracker, chain)
    chain.result("fail", build="3.2", severity=4, note="tiny")


def no_telling(tracker, chain):
    chain.result("cant-tell", build="3.2", retest=True, saw=results(tracker))


def walk(tracker, *words, typed, tester="t1"):
    words = ("walk", "--all", "--check", CHECK, "--component", "home", "--build", "3.2", "--tester", tester, *words)
    return tracker.run(*words, stdin=typed)


@pytest.mark.parametrize("forge", [milder_failure, passed_retest, milder_retest, na_retest], ids=lambda forge: forge.__name__)
@pytest.mark.parametrize("way", ["typed", "lines", "walk"])
def test_a_failure_keeps_the_severity_that_those_gave_who_are_followed(audited, forge, way):
    take(audited, forge)
    match way:
        case "typed":
            assert "Severity critical kept." in audited.log("fail", CHECK, "home", "--build", "3.2").text
        case "lines":
            audited.ok("log", "-", "--build", "3.2", "--tester", "t1", stdin=f"fail\t{CHECK}\thome\n".encode())
        case "walk":
            assert walk(audited, typed=b"f\nq\n").code == 0
    assert said(audited, "t1")["severity"] == 1
    assert gate(audited)["code"] == 1
    audited.require_sound()


def test_a_row_of_a_list_keeps_it_where_the_severity_was_left_as_it_is(audited):
    take(audited, milder_failure)
    rows = audited.ok("list", "items", "--all", "--format", "csv", f"check:{CHECK}", "component:home").text
    assert ",fail,4," in rows and "tiny" in rows
    (audited.folder / "items.csv").write_text(rows.replace("tiny", "still without a name"))
    audited.ok("log", "items.csv", "--build", "3.2", "--tester", "t1")
    assert (said(audited, "t1")["severity"], said(audited, "t1")["note"]) == (1, "still without a name")
    assert gate(audited)["code"] == 1


def test_a_worksheet_begins_with_the_severity_that_those_gave_who_are_followed(audited):
    take(audited, milder_failure)
    audited.ok("worksheet", "--component", "home", "--check", CHECK, "-o", "sheet.html")
    page = (audited.folder / "sheet.html").read_text().replace(" ", "")
    assert '"kept":"1"' in page and '"kept":"4"' not in page


def test_a_new_failure_takes_no_severity_from_people_who_are_not_followed(audited):
    take(audited, lambda tracker, chain: chain.result("fail", COMPONENT, severity=4, note="tiny"))
    answer = audited.log("fail", CHECK, COMPONENT)
    assert answer.code == 0 and "kept" not in answer.text
    assert "severity" not in said(audited, "t1")


def test_answers_that_are_copied_have_no_severity_of_people_who_are_not_followed(audited):
    audited.register("cart/close-button,icon-button")
    take(audited, lambda tracker, chain: chain.result("fail", COMPONENT, severity=4, note="tiny"))
    audited.ok("log", "like", COMPONENT, "cart/close-button", "--yes", "--tester", "t1")
    assert said(audited, "t1")["component"] == "cart/close-button" and "severity" not in said(audited, "t1")


def test_a_cant_tell_of_others_makes_no_retest(audited):
    take(audited, no_telling)
    assert audited.log("fail", CHECK, "home", "-s", "4", "--build", "3.2", tester="t2").code == 0
    assert "retest" not in said(audited, "t2")
    assert gate(audited)["code"] == 1
    audited.require_sound()


def test_a_pass_over_a_cant_tell_of_others_contradicts_the_failure_that_it_hides(audited):
    take(audited, no_telling)
    before = len(results(audited))
    answer = audited.log("pass", CHECK, "home", "--build", "3.2", tester="t2")
    assert answer.code == 5 and "t1 logged FAIL, critical, on build 3.2" in answer.error
    assert walk(audited, typed=b"p\nq\n", tester="t2").code == 5
    assert len(results(audited)) == before


def test_a_cant_tell_of_those_who_are_followed_is_replaced(audited):
    audited.log("cant-tell", CHECK, COMPONENT, "--build", "3.3")
    take(audited, lambda tracker, chain: chain.result("pass", COMPONENT, build="3.3", retest=True, saw=results(tracker)))
    audited.log("fail", CHECK, COMPONENT, "-s", "3", "--build", "3.3", tester="t2")
    assert said(audited, "t2")["retest"] is True
    audited.require_sound()


def test_lines_of_a_walk_pass_over_no_failure_of_another_tester(audited):
    before = len(results(audited))
    answer = walk(audited, typed=b"p\nq\n", tester="t2")
    assert answer.code == 5
    assert "outcome contradicts another tester's: t1 logged FAIL, critical, on build 3.2" in " ".join(answer.error.split())
    assert len(results(audited)) == before


@pytest.mark.parametrize("typed, code, retest", [("r", 0, True), ("d", 1, None), ("", 1, None)], ids=["retest", "disagree", "cancel"])
def test_a_walk_at_a_terminal_asks_about_the_failure_of_another_tester(audited, typed, code, retest):
    before = len(results(audited))
    child = start(audited, "--all", "--check", CHECK, "--component", "home", "--build", "3.2", columns=200, tester="t2")
    child.expect_exact(ASK)
    child.send("p")
    child.expect_exact("t1 logged FAIL, critical, on build 3.2")
    child.expect_exact("or cancel (Enter): ")
    child.send(typed + "\r")
    child.expect_exact("Logged: PASS." if typed else "Not recorded.")
    child.send("q")
    assert end(child) == 0
    assert len(results(audited)) == before + bool(typed)
    if typed:
        assert said(audited, "t2").get("retest") is retest
    assert gate(audited)["code"] == code


def test_a_retest_of_a_walk_says_that_a_measured_failure_needs_a_value(audited):
    audited.log("fail", SIZE, "home", "--value", "40x40", "--build", "3.2")
    answer = audited.run(
        "walk", "--only", "fail", "--check", SIZE, "--component", "home", "--build", "3.2", "--tester", "t2", stdin=b"p\nq\n")
    assert answer.code == 0
    assert "t1 measured 40x40: without a value, both results are kept." in " ".join(answer.text.split())


def test_each_table_says_that_it_contradicts_other_testers(audited):
    for tester in "t2", "t3":
        answer = audited.run("log", "-", "--build", "3.2", "--tester", tester, stdin=f"pass\t{CHECK}\thome\n".encode())
        assert "1 item contradicts other testers' results on the same build" in answer.error, tester


def test_what_others_closed_is_contradicted_by_a_pass_of_ones_own(audited):
    chain = take(audited, passed_retest)
    answer = audited.log("pass", CHECK, "home", "--build", "3.2", tester="t2")
    assert answer.code == 5 and "t1 logged FAIL, critical, on build 3.2" in answer.error
    assert audited.log("pass", CHECK, "home", "--build", "3.2", "--disagree", tester="t2").code == 0
    # It waits for a decision about the stranger, and not about one's own result.
    row, = json.loads(audited.ok("waiting", "--json").out)["results"]
    assert (row["id"], row["replica"], row["tester"]) == (f"{STRANGER}-{chain.number}", STRANGER, "mal")
    assert "better only by mal, who is not followed here" in " ".join(audited.run("gate").text.split())
    assert "fork list" not in audited.ok("waiting").text
    audited.ok("follow", "--once", row["id"])
    assert gate(audited)["code"] == 0
    audited.require_sound()


def test_a_finding_that_others_closed_has_a_severity(audited):
    take(audited, passed_retest)
    answer = audited.ok("edit", "finding", CHECK, "home", "--severity", "minor", "--note", "an image of no meaning")
    assert "does not fail" not in answer.error
    assert gate(audited)["code"] == 0
    audited.ok("edit", "finding", CHECK, "home", "--severity", "critical")
    assert gate(audited)["code"] == 1
    audited.require_sound()


def test_a_clock_of_others_puts_off_no_severity(audited):
    ahead = 4_000_000_000_000
    take(audited, lambda tracker, chain: chain.result("fail", build="3.2", severity=1, saw=results(tracker)), start=ahead)
    audited.ok("edit", "finding", CHECK, "home", "--severity", "minor")
    fields, = [fact["body"]["fields"] for fact in told(audited) if fact["kind"] == "set" and fact["body"]["kind"] == "finding"]
    assert fields["severity"]["at"] < ahead
    # It ends with the finding.
    audited.log("pass", CHECK, "home", "--build", "3.3")
    audited.log("fail", CHECK, "home", "-s", "1", "--build", "3.4")
    assert gate(audited)["code"] == 1
    audited.require_sound()
