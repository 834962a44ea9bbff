"""What is filled in on a worksheet becomes facts like those of any machine: drafts, files, imports."""

import json
import re

import pytest

from browser import axe
from facts import canonical, identity
from program import CHECK, Tracker
from sheets import facts, numbers, press, save, sheet_of

MEASURES = "touch-target.minimum-44pt"


@pytest.fixture
def tracker(empty):
    empty.register("home,button", "search,button", "sign-in/close-button,icon-button")
    return empty


@pytest.fixture
def sheet(tracker):
    """A sheet of a few checks on three components, one of them looked at before, for one audit."""
    tracker.ok("new", "checklist", "short", "--check", f"{CHECK},{MEASURES},voiceover.state-change-announced")
    tracker.ok("new", "audit", "spring", "--checklist", "short", "--build", "3.2")
    tracker.log("fail", CHECK, "sign-in/close-button", "--audit", "spring", "-m", "says nothing", tester="t9")
    tracker.ok("worksheet", "--audit", "spring", "-o", "sheet.html")
    return tracker.folder / "sheet.html"


def place(page, check: str, component: str) -> int:
    return next(index for index, item in enumerate(sheet_of(page)["items"])
                if (item["check"], item["component"]) == (check, component))


def cells(tracker: Tracker) -> dict:
    rows = json.loads(tracker.ok("list", "cells", "--json").out)["rows"]
    return {(row["check"], row["component"]): row for row in rows}


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
    same = save(page, tracker.folder, "same.a11y.json", button="#save-top")
    assert same.read_bytes() == first.read_bytes()
    assert page.locator("#saved-top").inner_text().startswith("Nothing changed since the last file")
    assert page.locator("#mark-1").inner_text() == "In the file you saved"
    press(page, 1, "pass")
    assert page.locator("#mark-1").inner_text() == "Changed since you saved"
    page.click("#clear-2")
    assert page.locator("#mark-2").inner_text() == "Taken back since you saved"
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


def test_a_draft_survives_and_goes_on_where_it_was(tracker, sheet, browse):
    page = browse(sheet)
    page.fill("#device", "iPhone 15")
    press(page, 0, "pass", note="Zoë's note")
    first = save(page, tracker.folder, "first.a11y.json")
    press(page, 1, "fail", severity="1", note="</script><script>alert(1)</script>")
    page.wait_for_timeout(500)
    page.reload()
    assert page.locator("#progress").inner_text() == f"2 of {len(sheet_of(page)['items'])} answered. " \
                                                     "Your draft is as you left it."
    assert page.locator("input[name=outcome-1]:checked").get_attribute("value") == "fail"
    assert page.input_value("#severity-1") == "1" and page.input_value("#note-1").startswith("</script>")
    assert page.input_value("#note-0") == "Zoë's note" and page.input_value("#device") == "iPhone 15"
    # Who tests is no part of a draft.
    assert page.input_value("#tester") == ""
    assert "t1" not in page.evaluate("JSON.stringify(localStorage)")
    second = save(page, tracker.folder, "second.a11y.json")
    # Opened again it is another machine, which had in view what was said before and says that too.
    assert facts(first)[0] in facts(second) and len({fact["r"] for fact in facts(second)}) == len(facts(second)) == 2
    press(page, 0, "fail")
    page.click("#clear-1")
    third = save(page, tracker.folder, "third.a11y.json")
    changed = next(fact for fact in facts(third) if fact not in facts(second) and fact["kind"] == "result")
    assert identity(facts(first)[0])[:16] in changed["body"]["saw"]
    assert all(fact in facts(third) for fact in facts(second))
    tracker.ok("import", third)
    items = sheet_of(page)["items"]
    found = cells(tracker)
    assert found[items[0]["check"], items[0]["component"]]["outcome"] == "fail"
    assert not any(row["disputed"] for row in found.values())
    key = items[1]["check"], items[1]["component"]
    assert found.get(key, {"tester": "t9"})["tester"] == "t9", "taken back from another window's file"
    assert numbers(tracker.ok("import", second, "--json"))["added"] == 0
    assert numbers(tracker.ok("import", first, "--json"))["added"] == 0


def test_answers_of_two_testers_do_not_become_one_chain(tracker, sheet, browse):
    page = browse(sheet)
    press(page, 0, "pass")
    save(page, tracker.folder, "first.a11y.json", tester="t1")
    page.reload()
    page.fill("#tester", "t2")
    page.click("#save")
    assert "carries another tester code" in page.locator("#tester-problem").inner_text()
    assert page.evaluate("document.activeElement.id") == "tester"
    page.click("#delete")
    assert page.evaluate("localStorage.length") == 0
    assert page.locator("input:checked").count() == 0
    press(page, 0, "fail")
    second = save(page, tracker.folder, "second.a11y.json", tester="t2")
    assert facts(second)[0]["r"] != facts(tracker.folder / "first.a11y.json")[0]["r"]
    both = tracker.ok("import", tracker.folder / "first.a11y.json", second, "--json")
    assert json.loads(both.out)["added"] == 2 and json.loads(both.out)["files"][1]["disputes"] == 1


@pytest.mark.parametrize("hears", [True, False])
def test_two_windows_make_no_fork(tracker, sheet, browse, hears):
    """Also where a window learns late or never what the other has stored."""
    one = browse(sheet)
    press(one, 0, "pass")
    save(one, tracker.folder, "one.a11y.json")
    other = browse(sheet, context=one.context)
    if not hears:
        one.evaluate("() => { const old = localStorage.getItem(localStorage.key(0));"
                     " Storage.prototype.getItem = () => old; }")
    press(other, 1, "pass")
    save(other, tracker.folder, "other.a11y.json")
    one.wait_for_timeout(500)
    if hears:
        assert one.locator("input[name=outcome-1]:checked").get_attribute("value") == "pass"
    press(one, 2, "fail")
    save(one, tracker.folder, "late.a11y.json")
    for name in ("late", "one", "other"):
        answer = numbers(tracker.ok("import", tracker.folder / f"{name}.a11y.json", "--json"))
        assert answer["forks"] == 0 and answer["disputes"] == 0
    items = sheet_of(one)["items"]
    found = cells(tracker)
    assert [found[item["check"], item["component"]]["outcome"] for item in items[:3]] == ["pass", "pass", "fail"]
    tracker.require_sound()
    if hears:
        assert len(facts(tracker.folder / "late.a11y.json")) == 3


def test_what_was_on_the_sheet_is_overruled_and_what_came_since_is_disputed(tracker, sheet, browse):
    page = browse(sheet)
    press(page, place(page, CHECK, "sign-in/close-button"), "pass")
    press(page, place(page, CHECK, "home"), "pass")
    # Another tester says something else of the same build, after the sheet was made.
    tracker.log("fail", CHECK, "home", "--audit", "spring", tester="t9")
    path = save(page, tracker.folder, "one.a11y.json")
    assert numbers(tracker.ok("import", path, "--json"))["disputes"] == 1
    found = cells(tracker)
    assert found[CHECK, "home"]["disputed"] and found[CHECK, "home"]["outcome"] == "fail"
    assert not found[CHECK, "sign-in/close-button"]["disputed"]
    assert found[CHECK, "sign-in/close-button"]["outcome"] == "pass"


@pytest.mark.parametrize("days", [-400, 400])
def test_the_clock_of_a_tablet_decides_nothing(tracker, sheet, browse, days):
    page = browse(sheet)
    page.clock.install(time=sheet_of(page)["made"] / 1000 + days * 86_400)
    page.reload()
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
    assert f"a check reads differently here than on the worksheet: {MEASURES}" in refused.error
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
    other.ok("init")
    other.register("home,button")
    refused = other.run("import", path)
    assert refused.code == 4 and "is of the tracker" in refused.error


def test_a_file_that_was_changed_is_refused(tracker, sheet, browse):
    page = browse(sheet)
    press(page, 0, "pass", note="fine")
    path = save(page, tracker.folder, "one.a11y.json")
    path.write_text(path.read_text().replace('"pass"', '"fail"'))
    assert tracker.run("import", path).code == 4


def test_nothing_is_saved_without_a_tester_an_answer_or_with_a_value_nobody_can_read(sheet, browse, tmp_path):
    page = browse(sheet)
    page.click("#save")
    assert page.locator("#saved").inner_text() == "Not saved: Your tester code is missing."
    assert page.evaluate("document.activeElement.id") == "tester"
    page.fill("#tester", "t1")
    page.click("#save")
    assert page.locator("#saved").inner_text() == "There is no answer to save yet."
    index = place(page, MEASURES, "home")
    press(page, index, "fail", value="40 px")
    page.click("#save")
    assert page.locator("#saved").inner_text() == "Not saved: a value cannot be read."
    assert "pixels" in page.locator(f"#problem-{index}").inner_text()
    assert page.evaluate("document.activeElement.id") == f"value-{index}"
    assert page.get_attribute(f"#value-{index}", "aria-invalid") == "true"
    page.fill(f"#value-{index}", "40")
    assert page.locator(f"#problem-{index}").is_hidden()
    assert len(facts(save(page, tmp_path, "one.a11y.json"))) == 1


def test_control_and_s_saves_and_leaving_asks_only_while_something_is_unsaved(sheet, browse, tmp_path):
    page = browse(sheet)
    asked = []
    page.on("dialog", lambda dialog: asked.append(dialog.type))
    page.fill("#tester", "t1")
    press(page, 0, "pass")
    page.reload()
    assert asked == ["beforeunload"]
    page.fill("#tester", "t1")
    with page.expect_download() as download:
        page.keyboard.press("Control+s")
    assert download.value.suggested_filename.endswith(".a11y.json")
    assert page.locator("#saved-top").inner_text().startswith("Saved: 1 change.")
    page.reload()
    assert asked == ["beforeunload"]


@pytest.mark.parametrize("way", ["share", "copy", "text"])
def test_without_downloads_there_is_another_way(tracker, sheet, browse, way):
    page = browse(sheet)
    page.evaluate("""(way) => {
      delete HTMLAnchorElement.prototype.download;
      window.handed = [];
      Object.defineProperty(navigator, 'canShare', { value: () => way === 'share' });
      navigator.share = async ({ files }) => window.handed.push(await files[0].text());
      const clipboard = { writeText: async (text) => { window.handed.push(text); } };
      Object.defineProperty(navigator, 'clipboard', { value: way === 'copy' ? clipboard : undefined });
    }""", way)
    press(page, 0, "pass")
    page.fill("#tester", "t1")
    page.click("#save")
    page.wait_for_timeout(300)
    handed = page.evaluate("window.handed.length ? window.handed[0] : document.getElementById('file-text').value")
    path = tracker.folder / "handed.a11y.json"
    path.write_text(handed)
    tracker.ok("import", path)
    wanted = {"share": "was handed to the program", "copy": "on the clipboard", "text": "The text below is the file"}
    assert wanted[way] in page.locator("#saved").inner_text()
    if way == "text":
        assert page.evaluate("document.activeElement.id") == "file-text"
        assert axe(page) == []


def test_a_browser_that_keeps_nothing_says_so(sheet, browse, tmp_path):
    page = browse(sheet)
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('no'); }; }")
    press(page, 0, "pass")
    page.wait_for_timeout(500)
    assert page.locator("#draft-lost").is_visible() and page.locator("#draft-kept").is_hidden()
    first = save(page, tmp_path, "one.a11y.json")
    press(page, 1, "pass")
    assert facts(save(page, tmp_path, "two.a11y.json"))[:1] == facts(first)


@pytest.mark.parametrize("draft", [
    "no JSON", "null", "{}", '{"version":1,"answers":7}',
    '{"version":1,"answers":[{},{},{},{},{},{},{},{},{}],"fields":{},"saved":{"x":[{}]}}',
    '{"version":1,"answers":[{},{},{},{},{},{},{},{},{}],"fields":{},"saved":{"abcdefghjkmn":[{"digest":1}]}}',
    '{"version":1,"answers":[{"note":7,"outcome":"<b>"},{},{},{},{},{},{},{},{}],"fields":{"os":[]},"saved":null}',
])
def test_a_draft_that_somebody_else_wrote_breaks_nothing(sheet, browse, tmp_path, draft):
    page = browse(sheet)
    worksheet = sheet_of(page)["worksheet"]
    page.evaluate("([name, draft]) => localStorage.setItem(name, draft)", [f"a11y-worksheet-{worksheet}", draft])
    page.reload()
    press(page, 0, "pass")
    assert len(facts(save(page, tmp_path, "one.a11y.json"))) == 1


def test_the_facts_are_those_of_any_machine(tracker, sheet, browse):
    """What travels on from here is what the browser wrote, byte for byte."""
    page = browse(sheet)
    press(page, 0, "fail", note="tab\there, quote \" and \\ and \x01", severity="4")
    path = save(page, tracker.folder, "one.a11y.json")
    tracker.ok("import", path)
    everything = tracker.ok("export").text
    for fact in facts(path):
        assert canonical(fact) in everything
