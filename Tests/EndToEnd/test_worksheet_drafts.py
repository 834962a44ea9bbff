"""A worksheet while it is filled in: drafts, windows, and how it is saved."""

import json

import pytest

from browser import axe, reload, wait_until
from drawing import share
from facts import reference
from sheets import MEASURES, cells, facts, numbers, place, press, save, sheet, sheet_of, tracker  # noqa: F401, fixtures

# No random identifier is likely to have it, as one in twenty has a code of two characters.
WHOLE_NAME = "theodora"


def test_a_draft_survives_and_goes_on_where_it_was(tracker, sheet, browse):
    page = browse(sheet)
    page.fill("#device", "iPhone 15")
    press(page, 0, "pass", note="Zoë's note")
    first = save(page, tracker.folder, "first.a11y.json", tester=WHOLE_NAME)
    press(page, 1, "fail", severity="1", note="</script><script>alert(1)</script>")
    wait_until(page, "localStorage.getItem(localStorage.key(0)).includes('alert')")
    reload(page)
    assert page.locator("#progress").inner_text() == f"2 of {len(sheet_of(page)['items'])} answered. " \
                                                     "Draft restored."
    assert page.locator("input[name=outcome-1]:checked").get_attribute("value") == "fail"
    assert page.input_value("#severity-1") == "1" and page.input_value("#note-1").startswith("</script>")
    assert page.input_value("#note-0") == "Zoë's note" and page.input_value("#device") == "iPhone 15"
    # Who tests is no part of a draft.
    assert page.input_value("#tester") == ""
    assert WHOLE_NAME not in page.evaluate("JSON.stringify(localStorage)")
    second = save(page, tracker.folder, "second.a11y.json", tester=WHOLE_NAME)
    # Opened again it is another machine, which had in view what was said before and says that too.
    assert facts(first)[0] in facts(second) and len({fact["r"] for fact in facts(second)}) == len(facts(second)) == 2
    press(page, 0, "fail")
    page.click("#clear-1")
    third = save(page, tracker.folder, "third.a11y.json", tester=WHOLE_NAME)
    changed = next(fact for fact in facts(third) if fact not in facts(second) and fact["kind"] == "result")
    assert changed["saw"] == [reference(facts(first)[0])]
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
    reload(page)
    page.fill("#tester", "t2")
    page.click("#save")
    assert "have another tester code" in page.locator("#tester-problem").inner_text()
    assert page.evaluate("document.activeElement.id") == "tester"
    page.click("#delete")
    assert page.evaluate("localStorage.length") == 0
    assert page.locator("input[type=radio]:checked").count() == 0
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
    if hears:
        one.locator("input[name=outcome-1][value=pass]:checked").wait_for(state="attached")
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


def test_nothing_is_saved_without_a_tester_an_answer_or_with_a_value_nobody_can_read(sheet, browse, tmp_path):
    page = browse(sheet)
    page.click("#save")
    assert page.locator("#saved").inner_text() == "Not saved: Your tester code is missing."
    assert page.evaluate("document.activeElement.id") == "tester"
    page.fill("#tester", "t1")
    page.click("#save")
    assert page.locator("#saved").inner_text() == "No answers to save yet."
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
    reload(page)
    assert asked == ["beforeunload"]
    page.fill("#tester", "t1")
    with page.expect_download() as download:
        page.keyboard.press("Control+s")
    assert download.value.suggested_filename.endswith(".a11y.json")
    assert page.locator("#saved").inner_text().startswith("Saved: 1 change.")
    reload(page)
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
    wait_until(page, "window.handed.length || document.getElementById('file-text').value")
    handed = page.evaluate("window.handed.length ? window.handed[0] : document.getElementById('file-text').value")
    path = tracker.folder / "handed.a11y.json"
    path.write_text(handed)
    tracker.ok("import", path)
    wanted = {"share": "was shared", "copy": "on the clipboard", "text": "Copy the text below"}
    assert wanted[way] in page.locator("#saved").inner_text()
    if way == "text":
        assert page.evaluate("document.activeElement.id") == "file-text"
        # A violation would be one; of the ground of words in the bar over the field axe is not sure here.
        assert axe(page, {("incomplete", "color-contrast"), ("incomplete", "color-contrast-enhanced")}) == []


def test_a_browser_that_keeps_nothing_says_so(sheet, browse, tmp_path):
    page = browse(sheet)
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('no'); }; }")
    press(page, 0, "pass")
    page.locator("#draft-lost").wait_for()
    assert page.locator("#draft-kept").is_hidden()
    first = save(page, tmp_path, "one.a11y.json")
    press(page, 1, "pass")
    assert facts(save(page, tmp_path, "two.a11y.json"))[:1] == facts(first)


@pytest.mark.parametrize("draft", share("drafts of others", [
    "no JSON", "null", "{}", '{"version":1,"answers":7}',
    '{"version":1,"answers":[{},{},{},{},{},{},{},{},{}],"fields":{},"saved":{"x":[{}]}}',
    '{"version":1,"answers":[{},{},{},{},{},{},{},{},{}],"fields":{},"saved":{"abcdefghjkmn":[{"identity":1}]}}',
    # A fact without its salt, and one that takes back what nobody can name.
    '{"version":1,"answers":[{},{},{},{},{},{},{},{},{}],"fields":{},"saved":{"abcdefghjkmn":[{"item":0,"identity":"'
    + "0" * 64 + '","fact":{"at":[1,0],"body":{},"kind":"result","n":1,"prev":"","r":"abcdefghjkmn","saw":[]}}]}}',
    '{"version":1,"answers":[{},{},{},{},{},{},{},{},{}],"fields":{},"saved":{"abcdefghjkmn":[{"identity":"'
    + "0" * 64 + '","fact":{"at":[1,0],"body":{"targets":[["abcdefghjkmn",1,"00"]]},"kind":"retract","n":1,"prev":"",'
    '"r":"abcdefghjkmn","saw":[]}}]}}',
    '{"version":1,"answers":[{"note":7,"outcome":"<b>"},{},{},{},{},{},{},{},{}],"fields":{"os":[]},"saved":null}',
], 2))
def test_a_draft_that_somebody_else_wrote_breaks_nothing(sheet, browse, tmp_path, draft):
    page = browse(sheet)
    worksheet = sheet_of(page)["worksheet"]
    page.evaluate("([name, draft]) => localStorage.setItem(name, draft)", [f"a11y-worksheet-{worksheet}", draft])
    reload(page)
    press(page, 0, "pass")
    assert len(facts(save(page, tmp_path, "one.a11y.json"))) == 1
