"""What is filled in on a worksheet becomes facts like those of any machine: files, imports, what they change."""

import json
import re

import pytest

from browser import reload
from facts import canonical, identity, reference
from program import CHECK, Tracker
from sheets import MEASURES, cells, facts, numbers, place, press, save, sheet, sheet_of, tracker  # noqa: F401, fixtures


def test_what_was_filled_in_is_what_the_tracker_then_says(tracker, sheet, browse):
    page = browse(sheet)
    page.fill("#device", "iPhone 15")
    page.fill("#os", "18.1")
    answers = {
        (CHECK, "sign-in/close-button"): ("pass", {"note": "fixed — says “Close”\nin both languages"}),
        (MEASURES, "sign-in/close-button"): ("fail", {"value": "40 x 40", "severity": "2", "note": "too small"}),
        (CHECK, "home"): ("na", {}),
        (CHECK, "search"): ("cant-tell", {"note": "\t<b>\\ \"quoted\" \U0001f3ac \u2028 \x7f"}),
    }
    for (check, component), (outcome, more) in answers.items():
        press(page, place(page, check, component), outcome, **more)
    path = save(page, tracker.folder, "one.a11y.json")
    assert re.fullmatch(r"Saved: 4 changes\. The file worksheet-[0-9a-f]{8}\.a11y\.json is in your downloads\.",
                        page.locator("#saved").inner_text())
    assert len(facts(path)) == 4
    tracker.ok("verify", path)
    assert numbers(tracker.ok("import", path, "--json")) == {
        "added": 4, "same": 0, "refused": 0, "disputes": 0, "forks": 0}
    found = cells(tracker)
    assert set(found) == set(answers)
    for key, (outcome, more) in answers.items():
        row = found[key]
        assert (row["outcome"], row["note"]) == (outcome, more["note"].strip() if "note" in more else None)
        assert (row["tester"], row["build"], row["device"], row["os"], row["audit"]) == (
            "t1", "3.2", "iPhone 15", "18.1", "spring")
        assert row["stale"] == [] and not row["disputed"]
    measured = found[MEASURES, "sign-in/close-button"]
    assert measured["severity"] == 2
    assert measured["value"] == {"text": "40 x 40", "unit": "pt", "numbers": [40, 40]}
    tracker.require_sound()


def test_a_second_time_nothing_is_added_and_a_later_file_is_an_update(tracker, sheet, browse):
    page = browse(sheet)
    press(page, 0, "pass")
    press(page, 1, "fail", severity="3")
    press(page, 2, "na")
    first = save(page, tracker.folder, "first.a11y.json")
    tracker.ok("import", first)
    again = numbers(tracker.ok("import", first, "--json"))
    assert (again["added"], again["same"]) == (0, 3)
    # The same file, since nothing changed.
    same = save(page, tracker.folder, "same.a11y.json")
    assert same.read_bytes() == first.read_bytes()
    assert page.locator("#saved").inner_text().startswith("No changes since the last saved file")
    assert page.locator("#mark-1").inner_text() == "Saved"
    press(page, 1, "pass")
    assert page.locator("#mark-1").inner_text() == "Changed since last save"
    page.click("#clear-2")
    assert page.locator("#mark-2").inner_text() == "Cleared since last save"
    press(page, 3, "cant-tell")
    second = save(page, tracker.folder, "second.a11y.json")
    assert facts(second)[:3] == facts(first)
    assert [fact["kind"] for fact in facts(second)[3:]] == ["retract", "result", "result"]
    assert numbers(tracker.ok("import", second, "--json")) == {
        "added": 3, "same": 3, "refused": 0, "disputes": 0, "forks": 0}
    items = sheet_of(page)["items"]
    found = cells(tracker)
    outcomes = [found.get((item["check"], item["component"]), {}).get("outcome") for item in items[:4]]
    assert outcomes == ["pass", "pass", None, "cant-tell"]
    # Taken back and answered again, in a third file; whichever comes first, the last word stands.
    press(page, 2, "fail")
    third = save(page, tracker.folder, "third.a11y.json")
    assert numbers(tracker.ok("import", third, "--json"))["added"] == 1
    assert numbers(tracker.ok("import", second, first, "--json"))["added"] == 0
    assert cells(tracker)[items[2]["check"], items[2]["component"]]["outcome"] == "fail"
    tracker.require_sound()


def test_what_was_on_the_sheet_is_overruled_and_what_came_since_is_disputed(tracker, sheet, browse):
    page = browse(sheet)
    press(page, place(page, CHECK, "sign-in/close-button"), "pass")
    press(page, place(page, CHECK, "home"), "pass")
    # Another tester says something else of the same build, after the sheet was made.
    tracker.log("fail", CHECK, "home", "--audit", "spring", "--build", "3.2", tester="t9")
    path = save(page, tracker.folder, "one.a11y.json")
    assert numbers(tracker.ok("import", path, "--json"))["disputes"] == 1
    found = cells(tracker)
    assert found[CHECK, "home"]["disputed"] and found[CHECK, "home"]["outcome"] == "fail"
    assert not found[CHECK, "sign-in/close-button"]["disputed"]
    assert found[CHECK, "sign-in/close-button"]["outcome"] == "pass"


def test_a_better_word_of_another_closes_nothing_unless_the_sheet_asks_for_a_retest(tracker, sheet, browse):
    key = CHECK, "sign-in/close-button"
    tracker.log("fail", *key, "--audit", "spring", "--build", "3.2", tester="t9")
    tracker.ok("worksheet", "--audit", "spring", "-o", "sheet.html", "--yes")
    page = browse(sheet)
    press(page, place(page, *key), "pass")
    path = save(page, tracker.folder, "plain.a11y.json")
    said, = facts(path)
    assert len(said["saw"]) == 1 and "retest" not in said["body"]
    tracker.ok("import", path)
    assert len(json.loads(tracker.ok("list", "conflicts", "--json").out)["rows"]) == 1
    assert cells(tracker)[key]["outcome"] == "fail" and not cells(tracker)[key]["disputed"]
    # A sheet of what is to be tested again says so of each item.
    tracker.ok("worksheet", "--audit", "spring", "--only", "fail", "-o", "again.html")
    page = browse(tracker.folder / "again.html")
    assert [item["retest"] for item in sheet_of(page)["items"]] == [True]
    press(page, place(page, *key), "pass")
    path = save(page, tracker.folder, "retest.a11y.json")
    said, = facts(path)
    assert said["body"]["retest"] is True and len(said["saw"]) == 1
    tracker.ok("import", path)
    assert cells(tracker)[key]["outcome"] == "pass"


def test_salts_are_new_for_each_fact_and_stay_with_it(tracker, sheet, browse):
    page = browse(sheet)
    for index in range(4):
        press(page, index, "pass")
    first = facts(save(page, tracker.folder, "first.a11y.json"))
    reload(page)
    press(page, 0, "fail")
    second = facts(save(page, tracker.folder, "second.a11y.json"))
    assert all(fact in second for fact in first)
    salts = [fact["salt"] for fact in second]
    assert len(set(salts)) == len(salts) == 5
    # The same answers on another sheet have other salts, so that they tell nobody that they are the same.
    page.click("#delete")
    for index in range(4):
        press(page, index, "pass")
    third = facts(save(page, tracker.folder, "third.a11y.json"))
    assert [fact["body"]["outcome"] for fact in third] == [fact["body"]["outcome"] for fact in first]
    assert not {identity(fact) for fact in third} & {identity(fact) for fact in first}
    assert not {fact["salt"] for fact in third} & set(salts)


def test_what_is_taken_back_is_named_and_a_long_name_is_left_out_of_it(sheet, browse, tmp_path):
    page = browse(sheet)
    for tester, by in [("t1", "t1"), ("ö" * 32, "ö" * 32), ("ö" * 33, None)]:
        page.click("#delete")
        press(page, 0, "pass")
        first = facts(save(page, tmp_path, "first.a11y.json", tester=tester))
        page.click("#clear-0")
        both = facts(save(page, tmp_path, "second.a11y.json", tester=tester))
        assert [fact["kind"] for fact in both] == ["result", "retract"]
        assert both[1]["body"].pop("targets") == [reference(first[0])] and both[1]["saw"] == []
        assert both[1]["body"] == ({"by": by} if by else {})
        assert both[0]["body"]["tester"] == tester


@pytest.mark.parametrize("days", [-400, 400])
def test_the_clock_of_a_tablet_decides_nothing(tracker, sheet, browse, days):
    page = browse(sheet)
    page.clock.install(time=sheet_of(page)["made"] / 1000 + days * 86_400)
    reload(page)
    press(page, place(page, CHECK, "sign-in/close-button"), "pass")
    tracker.ok("import", save(page, tracker.folder, "one.a11y.json"))
    press(page, place(page, CHECK, "sign-in/close-button"), "na")
    tracker.ok("import", save(page, tracker.folder, "two.a11y.json"))
    assert cells(tracker)[CHECK, "sign-in/close-button"]["outcome"] == "na"


def test_a_worksheet_of_a_check_that_was_rewritten_is_refused_by_name(tracker, sheet, browse):
    page = browse(sheet)
    press(page, place(page, CHECK, "home"), "pass")
    first = save(page, tracker.folder, "first.a11y.json")
    tracker.ok("import", first)
    tracker.ok("edit", "check", MEASURES, "--threshold", "48")
    # What is here already is not asked about again.
    assert numbers(tracker.ok("import", first, "--json"))["same"] == 1
    press(page, place(page, MEASURES, "home"), "fail")
    press(page, place(page, "voiceover.state-change-announced", "home"), "pass")
    second = save(page, tracker.folder, "second.a11y.json")
    before = tracker.rows("SELECT count(*) FROM result")
    refused = tracker.run("import", second)
    assert refused.code == 5
    assert f"1 check has another text than on the worksheet: {MEASURES}" in refused.error
    assert "--accept-changed" in refused.error and CHECK not in refused.error
    assert tracker.rows("SELECT count(*) FROM result") == before
    assert tracker.run("import", second, "--dry-run", "--accept-changed").code == 0
    tracker.ok("import", second, "--accept-changed")
    assert cells(tracker)[MEASURES, "home"]["stale"] == ["check"]
    assert cells(tracker)["voiceover.state-change-announced", "home"]["stale"] == []


def test_a_worksheet_goes_only_where_its_tracker_is(sheet, browse, folder):
    page = browse(sheet)
    press(page, 0, "pass")
    path = save(page, folder, "one.a11y.json")
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.begin()
    other.register("home,button")
    refused = other.run("import", path)
    assert refused.code == 4 and "belongs to tracker" in refused.error


def test_a_file_that_was_changed_is_refused(tracker, sheet, browse):
    page = browse(sheet)
    press(page, 0, "pass", note="fine")
    path = save(page, tracker.folder, "one.a11y.json")
    path.write_text(path.read_text().replace('"pass"', '"fail"'))
    assert tracker.run("import", path).code == 4


def test_the_facts_are_those_of_any_machine(tracker, sheet, browse):
    """What travels on from here is what the browser wrote, byte for byte."""
    page = browse(sheet)
    press(page, 0, "fail", note="tab\there, quote \" and \\ and \x01", severity="4")
    path = save(page, tracker.folder, "one.a11y.json")
    tracker.ok("import", path)
    everything = tracker.ok("export").text
    for fact in facts(path):
        assert canonical(fact) in everything
