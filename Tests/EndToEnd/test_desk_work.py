"""What several answers at once may do and may not, parts of testers, a team's own table, and selections."""

import json
import re

import pexpect
import pytest

from desk import BUTTONS, LABEL, LINKS, OTHERS, SHAPE, SIZES, Walker, desk, kept
from program import DEADLINE, PROGRAM, environment
from walking import end


# Not more than was asked for


def test_several_at_once_leave_alone_what_another_tester_answered_meanwhile(desk):
    walker = Walker(desk, "--audit", "names", "--check", LABEL)
    # Before the items are read, and between the question and its answer.
    desk.ok("log", "fail", LABEL, BUTTONS[4], "--audit", "names", "--tester", "t2")
    walker.type("A", "Enter to cancel")
    walker.type("n\r", "Log N/A for 34 items")
    desk.ok("log", "fail", LABEL, BUTTONS[8], "--audit", "names", "--tester", "t2")
    walker.type("y\r")
    assert "Logged: N/A for 33 items" in walker.text
    assert "1 not recorded: answered by another tester in the meantime." in walker.text
    walker.quit()
    rows = json.loads(desk.ok("list", "results", "--json").out)["rows"]
    by = {row["component"]: (row["tester"], row["outcome"]) for row in rows}
    assert len(rows) == len(by) == 35
    assert [by.pop(key) for key in (BUTTONS[4], BUTTONS[8])] == [("t2", "fail")] * 2
    assert set(by.values()) == {("t1", "na")}


def test_a_size_does_not_answer_for_another_tester(desk):
    walker = Walker(desk, "--audit", "sizes", "--component", BUTTONS[0])
    for check in SIZES[1:]:
        desk.ok("log", "fail", check, BUTTONS[0], "--audit", "sizes", "--tester", "t2", "-m", "covered by a banner")
    walker.type("p", "Measured value")
    walker.type("48x48\r")
    walker.quit()
    assert "Also answered" not in walker.text
    assert {key: state for key, state in kept(desk).items() if key[1] in SIZES[1:]} == {
        (BUTTONS[0], check): ("fail", None) for check in SIZES[1:]}


def test_more_than_twenty_are_asked_for_and_nothing_is_logged_without_an_answer(desk):
    refused = desk.run("log", "pass", LABEL, "**", "--tester", "t1")
    assert refused.code == 2 and 'hint: Pass --yes to log 35 items without a prompt.' in refused.error
    assert kept(desk) == {}
    desk.ok("log", "fail", LABEL, *BUTTONS[:2], "--tester", "t1")
    would = desk.ok("log", "pass", LABEL, "**", "--tester", "t1", "--dry-run").text
    assert would == (f"Would log for audit names: pass for 35 items. 2 had another result: fail {LABEL} {BUTTONS[0]}, fail {LABEL} "
                     f"{BUTTONS[1]}.\n")
    for answer, code, count in [("n", 5, 2), ("", 5, 2), ("y", 0, 35)]:
        child = at_terminal(desk, "log", "pass", LABEL, "**")
        child.expect_exact("Log pass for 35 items? 2 had another result: ")
        child.expect_exact("[y/N] ")
        child.sendline(answer)
        assert end(child) == code
        assert len(kept(desk)) == count
    refused = desk.run("edit", "component", "**", "--owner", "qa")
    assert refused.code == 2 and "Pass --yes to edit 35 components" in refused.error
    assert desk.ok("edit", "component", "kind:link", "screen:settings", "--owner", "qa").text == "Changed: 13 components: owner qa.\n"


@pytest.mark.parametrize("answer, code, results", [("r", 0, 24), ("d", 0, 24), ("c", 5, 12), ("", 5, 12)])
def test_many_contradictions_are_asked_about_once(desk, answer, code, results):
    desk.ok("log", "fail", LABEL, "kind:icon-button", "screen:timeline", "--tester", "t2", "--build", "1")
    child = at_terminal(desk, "log", "pass", LABEL, "timeline/**", "--build", "1")
    child.expect_exact("12 items contradict other testers' outcomes, e.g. t2 logged FAIL")
    child.expect_exact("? ")
    child.sendline(answer)
    assert end(child) == code
    assert len(json.loads(desk.ok("list", "results", "--json").out)["rows"]) == results
    outcomes = {state for state, _ in kept(desk).values()}
    assert outcomes == ({"pass"} if answer == "r" else {"fail"})


def at_terminal(tracker, *words):
    return pexpect.spawn(str(PROGRAM), [*words, "--tester", "t1"], cwd=tracker.folder,
                         encoding="utf-8", timeout=DEADLINE, dimensions=(24, 200), env=environment(tracker.folder))


def test_a_similar_component_gives_drafts_that_are_confirmed(desk):
    desk.ok("log", "fail", LABEL, BUTTONS[0], "-s", "2", "-m", "says button", "--tester", "t1")
    desk.ok("log", "pass", SHAPE, BUTTONS[0], "--tester", "t1")
    desk.ok("log", "pass", SIZES[0], BUTTONS[0], "--value", "48x48", "--tester", "t1")
    refused = desk.run("log", "like", BUTTONS[0], OTHERS[0], "--tester", "t1")
    assert refused.code == 2 and "Pass --yes to log 3 items" in refused.error and len(kept(desk)) == 3
    child = at_terminal(desk, "log", "like", LABEL, SIZES[0], BUTTONS[0], OTHERS[0], OTHERS[1])
    child.expect_exact(f'fail {LABEL} {OTHERS[0]}, serious, note "says button"')
    child.expect_exact("Log all 4 items, decide one by one, or cancel:")
    child.sendline("one")
    for answer in ["y", "n", "", "y"]:
        child.expect_exact("[y/N] ")
        child.sendline(answer)
    assert end(child) == 0
    assert len(kept(desk)) == 5
    trial = desk.ok("log", "like", LABEL, BUTTONS[0], LINKS[0], "--tester", "t1", "--dry-run")
    assert f'fail {LABEL} {LINKS[0]}, serious, note "says button". Before: untested.' in trial.text
    answer = desk.ok("log", "like", BUTTONS[0], OTHERS[0], OTHERS[1], "--tester", "t1", "--yes")
    assert "2 items not copied: already tested" in answer.error and len(kept(desk)) == 9
    assert all(value is None for (key, _), (_, value) in kept(desk).items() if key != BUTTONS[0]), "no value is copied"
    severities = {row["severity"] for row in json.loads(desk.ok("list", "findings", "--json").out)["rows"]}
    assert severities == {2}
    assert desk.run("log", "like", LINKS[0], LINKS[1], "--tester", "t1").code == 3


# A team's own table


def test_a_table_of_a_team_is_read_by_a_map(desk, tmp_path):
    table = ("Datum;Prüfpunkt;Ansicht;Ergebnis;Bemerkung\n"
             f"1.3.;{LABEL};link-01;OK;\n1.3.;label-present;settings/link-02;x;sagt nur Link\n"
             f"1.3.;{SIZES[0]};action-01;Passed;\n1.3.;{SHAPE};action-01;–;\n1.3.;{SHAPE};action-02;;\n")
    pairs = "Prüfpunkt=check,Ansicht=component,Ergebnis=outcome,Bemerkung=note,OK=pass,x=fail,–=na"
    words = ["log", "-", "--tester", "t1", "--map", pairs]
    assert desk.run("log", "-", "--tester", "t1", stdin=table.encode()).code == 4
    preview = desk.ok(*words, "--dry-run", stdin=table.encode())
    assert preview.error.startswith("Columns: Prüfpunkt = check, Ansicht = component, Ergebnis = outcome, Bemerkung = note, "
                                    "OK = pass, x = fail, – = na; ignored: Datum.\n")
    assert preview.text == "Would log 4 results; 0 lines rejected. 1 row unchanged.\n" and kept(desk) == {}
    file = tmp_path / "ours.map"
    file.write_text("# our sheet\n" + pairs.replace(",", "\n") + "\n", encoding="utf-8")
    desk.ok("log", "-", "--tester", "t1", "--map", file, stdin=table.encode())
    assert kept(desk) == {("settings/link-01", LABEL): ("pass", None), ("settings/link-02", LABEL): ("fail", None),
                          (BUTTONS[1], SIZES[0]): ("pass", None), (BUTTONS[1], SHAPE): ("na", None)}
    for bad, says in [("=outcome", "invalid pair"), ("Ergebnis=outcome,Datum", "invalid pair"),
                      ("Ergebnis=result", "unknown column"), ("Ergebnis=outcome", "no header for column check"),
                      ("Datum=check,Prüfpunkt=check,Ansicht=component,Ergebnis=outcome", 'two headers for column check: "Datum" and "Prüfpunkt"'),
                      (str(tmp_path / "none.map"), "no such file")]:
        refused = desk.run("log", "-", "--tester", "t1", "--map", bad, stdin=table.encode())
        assert refused.code in (2, 3, 4) and says in refused.error, (bad, refused.error)
    assert len(kept(desk)) == 4
    own = "Name;Typ;Farbe\nneu/knopf;toggle;rot\n"
    answer = desk.ok("new", "component", "--from", "-", "--map", "Name=key,Typ=kind", stdin=own.encode())
    assert "Columns: Name = key, Typ = kind; ignored: Farbe." in answer.error
    assert "neu/knopf" in desk.ok("list", "components", "kind:toggle").text


# Parts of testers


def test_an_audit_is_split_and_each_tester_walks_a_part(desk):
    desk.ok("edit", "audit", "names", "--assign", "t1=timeline/**", "--assign", "t2=profile/**", "--assign",
            "t2=settings/link-0*")
    assert "t1=timeline/**" in desk.ok("show", "audit:names").text
    mine = desk.ok("walk", "--mine", "--tester", "t1", stdin=b"p\nf unlabeled\nq\n").text
    assert mine.startswith("24 items in audit names, by component. Tester: t1")
    assert "To continue: a11y walk --mine" in mine
    assigned = json.loads(desk.ok("status", "--audit", "names", "--json").out)["assigned"]
    assert assigned == [{"tester": "t1", "items": 24, "tested": 2, "fail": 1},
                        {"tester": "t2", "items": 30, "tested": 0, "fail": 0},
                        {"tester": None, "items": 3, "tested": 0, "fail": 0}]
    assert sum(part["items"] for part in assigned) == 57
    for words in [["status", "--audit", "names"], ["status", "--audit", "names", "--plain"],
                  ["status", "--audit", "names", "--format", "md"],
                  ["report", "--audit", "names", "--testers", "full"], ["report", "--audit", "names", "--md", "--testers", "full"],
                  ["report", "--audit", "names", "--testers", "full", "--html", "page.html"]]:
        answer = desk.ok(*words)
        text = (desk.folder / "page.html").read_text() if "--html" in words else answer.text
        assert "2 of 24 items tested, 1 fail" in text and "0 of 3 items tested" in text and "t2" in text, words
    assert not re.search(r"\bt2\b", desk.ok("report", "--audit", "names").text), "a report names testers only where that is asked for"
    nobody = desk.run("walk", "--mine", "--tester", "t9", stdin=b"q\n")
    assert nobody.code == 3 and "no component in an open audit is assigned to \"t9\"" in nobody.error
    assert desk.run("edit", "audit", "names", "--assign", "t1").code == 2
    desk.ok("edit", "audit", "names", "--assign", "")
    assert json.loads(desk.ok("status", "--audit", "names", "--json").out)["assigned"] == []


# Patterns and queries, wherever checks or components are named


def test_patterns_and_queries_select_in_every_command(desk):
    walked = desk.ok("walk", "--component", "kind:icon-button screen:profile", "--check", "label-*", "--tester", "t1",
                     stdin=b"q\n").text
    items = json.loads(desk.ok("list", "cells", "--all", "check:*.label-*", "screen:profile", "--json").out)["rows"]
    assert re.match(r"(\d+) items", walked).group(1) == str(len(items)) and len(items) > 10
    assert "--component 'kind:icon-button screen:profile'" in walked
    page = desk.ok("worksheet", "--component", "screen:profile", "--check", "category:touch-target", "-o", "w.html").text
    sizes = json.loads(desk.ok("list", "cells", "--all", "category:touch-target", "screen:profile", "--json").out)["rows"]
    assert f"({len(sizes)} items)" in page
    assert "Would log: pass for " in desk.ok("log", "pass", "category:voiceover", BUTTONS[0], BUTTONS[1], "--tester", "t1",
                                             "--dry-run").text
    listed = json.loads(desk.ok("list", "components", "timeline/*", "--json").out)["rows"]
    assert [row["key"] for row in listed] == BUTTONS
    for words, said in [(["walk", "--check", "owner:qa"], "query field owner: does not select checks"),
                        (["walk", "--component", "status:fail"], "query field status: does not select components"),
                        (["log", "pass", "zz*", BUTTONS[0]], 'unknown check "zz*"'),
                        (["worksheet", "--component", "kind:map", "-o", "x.html"], "no component in use matches")]:
        refused = desk.run(*words, *([] if words[0] == "worksheet" else ["--tester", "t1"]))
        assert refused.code in (2, 3) and said in refused.error, words


def test_findings_of_a_screen_get_an_owner_at_once(desk):
    desk.ok("log", "fail", LABEL, "timeline/**", "profile/**", "--tester", "t1", "--yes")
    refused = desk.run("edit", "finding", LABEL, "**", "--owner", "dev")
    assert refused.code == 2 and "Pass --yes to edit 22 findings" in refused.error
    edited = desk.ok("edit", "finding", "voiceover.*", "screen:timeline", "--owner", "dev-2").text
    assert edited == "Changed: 12 findings: owner dev-2.\n"
    owners = [row["owner"] for row in json.loads(desk.ok("list", "findings", "--json").out)["rows"]]
    assert owners.count("dev-2") == 12 and len(owners) == 22
    retired = json.loads(desk.ok("list", "findings", "--json").out)["rows"][0]["component"]
    desk.ok("edit", "component", retired, "--retire")
    assert len(json.loads(desk.ok("list", "findings", "--json").out)["rows"]) == 21
    refused = desk.run("edit", "finding", LABEL, "**", "--owner", "dev")
    assert refused.code == 2 and "Pass --yes to edit 21 findings" in refused.error
    desk.ok("edit", "component", retired, "--restore")
    desk.ok("undo", "--tester", "t1")
    assert all(row["owner"] is None for row in json.loads(desk.ok("list", "findings", "--json").out)["rows"])
    assert "no finding matches" in desk.run("edit", "finding", LABEL, "settings/*", "--owner", "dev").error


def test_several_answers_say_which_audit_they_count_for(desk):
    desk.ok("edit", "audit", "names", "--components", "timeline/**,profile/**")
    desk.ok("new", "audit", "third", "--checklist", "names", "--components", "settings/link-0*")
    told = desk.ok("log", "pass", LABEL, "**", "--tester", "t1", "--yes").text
    assert told == "Logged: pass for 35 items. 22 count for audit names. 10 count for audit third.\n"


def test_the_same_answer_is_the_last_one_given_whatever_it_was(desk):
    walker = Walker(desk, "--audit", "names", "--check", SHAPE)
    walker.type("p")
    walker.type("n")
    walker.type("A")
    walker.quit()
    assert "Logged: N/A for 20 items of toggle.icon-shape-changes." in walker.text
    assert sorted(state for state, _ in kept(desk).values()) == ["na"] * 21 + ["pass"]


# What the tracker knows


def test_a_pattern_of_checks_leaves_out_other_devices_and_a_name_does_not(desk):
    phone = ["--component", BUTTONS[0], "--device", "iPhone 15", "--tester", "t1"]
    told = desk.ok("walk", *phone, "--check", "touch-target.*", stdin=b"q\n").text
    assert "1 item for other devices left out (device: iPhone 15)." in told
    told = desk.ok("walk", *phone, "--check", "touch-target.macos-pointer", stdin=b"q\n").text
    assert "left out" not in told and "Check        touch-target.macos-pointer" in told


def test_a_size_on_a_phone_is_no_answer_for_a_mac(desk):
    desk.ok("edit", "component", BUTTONS[0], "--size", "25x25")
    walker = Walker(desk, "--component", BUTTONS[0], "--check", "category:touch-target")
    walker.type("f", "Severity?")
    walker.type("\r", "Enter for the registered 25x25")
    walker.type("\r", "Note")
    walker.type("\r")
    walker.quit()
    assert "touch-target.wcag-24pt-floor PASS" in walker.text
    answered = {check: state for (_, check), (state, _) in kept(desk).items()}
    assert answered["touch-target.minimum-44pt"] == "fail" and "touch-target.macos-pointer" not in answered


def test_the_size_check_with_an_exception_offers_the_registered_size_and_answers_the_others(desk):
    desk.ok("edit", "component", BUTTONS[0], "--size", "48x48", "--target-tier", "56")
    walker = Walker(desk, "--audit", "sizes", "--component", BUTTONS[0])
    assert "registered size 48x48, target 56 pt" in walker.child.before
    walker.type("g", "Go to item")
    walker.type("wcag\r")
    walker.type("p", "Enter for the registered 48x48")
    walker.type("\r")
    walker.quit()
    assert {check: state for (_, check), state in kept(desk).items()} == {check: ("pass", "48x48") for check in SIZES}


def test_closing_an_audit_leaves_its_assignments(tracker):
    """`home/**` is all of home, with the screen, before and after."""
    tracker.register("home,screen", "home/a,button")
    tracker.ok("new", "audit", "r", "--checklist", "labels-and-touch", "--assign", "ben=home/**", "--build", "1")
    tracker.ok("log", "pass", "traits.header", "home", "--audit", "r", "--tester", "ben")

    def assigned():
        return json.loads(tracker.ok("status", "--audit", "r", "--json").out)["assigned"]

    before = assigned()
    assert "ben" in [part["tester"] for part in before]
    tracker.ok("edit", "audit", "r", "--close", "--yes")
    assert assigned() == before
    tracker.ok("edit", "audit", "r", "--reopen")
    assert assigned() == before
