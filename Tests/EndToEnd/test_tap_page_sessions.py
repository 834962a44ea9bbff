"""Sessions on the tap page: played with touches, saved, imported; and all that comes in between."""

import json

import pytest

from browser import reload, tab_stops, wait_until
from facts import reference, require_bundle
from sheets import numbers
from tapping import CODES, estimate, line, paper, report
from touching import (
    TABLET, add_plan, centre, hand_back, hit, kept, make_page, play, save, set_up, start, to_the_end, touch, wait_for_target)
from test_tap_page import path, shop  # noqa: F401, fixtures


def codes_of(path) -> dict:
    """Whose codes the header of a file says its subjects are. Codes stand nowhere else in it."""
    text = path.read_text()
    codes = json.loads(text)["codes"]
    assert list(json.loads(text))[5:8] == ["worksheet", "codes", "since"]
    assert [text.count(code) for code in codes.values()] == [1] * len(codes)
    return codes


def test_a_session_is_played_saved_imported_and_gives_the_same_numbers(shop, path, browse, tmp_path):
    page = browse(path, **TABLET, offline=True)
    set_up(page, code="KTR4WX", hand="left", os="18")
    start(page)
    play(page, "h" + "hhmhhm")
    to_the_end(page)
    counts = [page.locator(f"#count-{name}").inner_text() for name in ("held", "first", "later", "interrupted")]
    assert counts == ["6", "4", "2", "0"]
    page.check("input[name=said][value=too_small]")
    page.select_option("#frustration-end", "sigh")
    page.select_option("#severity-end", "2")
    saved = save(page, tmp_path)
    found = require_bundle(saved.read_text())
    kinds = [fact["kind"] for fact in found]
    assert kinds == ["session", *["trial", "contact"] * 7, "remark", "remark", "remark"]
    session = found[0]["body"]
    assert session["ppi"] == 13200 and session["os"] == 18
    assert codes_of(saved) == {session["subject"]: "KTR4WX"} and len(bytes.fromhex(session["subject"])) == 16
    assert session["consent"] == {"assent": True, "guardian": True, "reference": "c-17"}
    assert {fact["body"].get("session", reference(found[0])) for fact in found} == {reference(found[0])}
    named = {reference(fact): fact["kind"] for fact in found}
    assert {named[fact["body"]["trial"]] for fact in found if fact["kind"] == "contact"} == {"trial"}
    assert len({fact["salt"] for fact in found}) == len(found) and not any(fact["saw"] for fact in found)
    # What stays of an erased child has one day; the moment is in what goes.
    (midnight,) = {fact["at"][0] for fact in found}
    assert midnight % 86_400_000 == 0 and 0 <= session["moment"] - midnight < 86_400_000
    trials = [fact["body"] for fact in found if fact["kind"] == "trial"]
    assert [trial["n"] for trial in trials] == list(range(1, 8)) and trials[0]["kind"] == "practice"
    assert {trial["hand"] for trial in trials} == {"left"}
    contact = next(fact["body"]["contacts"] for fact in found if fact["kind"] == "contact")[0]
    assert [contact["x"], contact["y"]] == trials[0]["centre"] and contact["class"] == "hit"
    remarks = [fact["body"] for fact in found if fact["kind"] == "remark"]
    assert [(remark["topic"], remark["code"]) for remark in remarks] == [
        ("frustration", "sigh"), ("size", "too_small"), ("end", "complete")]
    shop.ok("verify", saved)
    assert numbers(shop.ok("import", saved, "--json")) == {
        "added": 18, "same": 0, "refused": 0, "disputes": 0, "forks": 0}
    assert numbers(shop.ok("import", saved, "--json"))["same"] == 18
    outcomes = [outcome for outcome, in shop.rows(
        "SELECT outcome FROM v_first_tap WHERE participant = 'KTR4WX' AND kind = 'scored' ORDER BY trial")]
    assert outcomes == ["first_tap", "first_tap", "retry_success", "first_tap", "first_tap", "retry_success"]
    shop.require_sound()
    # Beside children who were taken down on paper it comes to what the estimate says, and scored again to the same.
    others = ["hhhhhh", "hhhhhm", "hhhhhh", "hhrhhh", "hhhhhh"]
    assert paper(shop, *(line(code, keys) for code, keys in zip(CODES[1:], others))).code == 0
    wanted = estimate(shop, ["4/6", *(f"{keys.count('h')}/6" for keys in others)])
    told = report(shop)["parts"][0]
    assert {key: told["result"][key] for key in ("children", "taps", "rate", "low", "high", "verdict")} == {
        key: wanted[key] for key in ("children", "taps", "rate", "low", "high", "verdict")}
    shop.ok("tap", "replay", "close-44")
    # Saved it is kept no longer, nor is the code; the same file can be had again as long as the page is open.
    assert kept(page) == []
    assert save(page, tmp_path / "again").read_bytes() == saved.read_bytes()
    page.click("#next-child")
    assert page.locator("#setup").is_visible() and page.input_value("#code") != "KTR4WX"
    assert page.input_value("#moderator") == "m1" and page.locator("#guardian").is_checked() is False


def test_nothing_starts_without_permission_and_assent(path, browse):
    page = browse(path, **TABLET)
    for missing in ("#guardian", "#assent"):
        set_up(page)
        page.uncheck(missing)
        page.click("#start")
        assert page.locator(f"{missing}-problem").inner_text().endswith(" is required.")
        assert page.locator("#stage").is_hidden() and page.evaluate("localStorage.length") == 0


def touched(page, x: float, y: float) -> list:
    """What the ring of a touch looks like, noted as it comes: it goes before a busy machine could ask for it."""
    page.evaluate("""() => {
      window.ring = null;
      new MutationObserver(([{ addedNodes: [ring] }], observer) => {
        const style = getComputedStyle(ring);
        window.ring = [ring.className, style.borderColor, style.animationName];
        observer.disconnect();
      }).observe(document.getElementById('rings'), { childList: true });
    }""")
    touch(page, x, y)
    return wait_until(page, "window.ring")


def test_the_stage_judges_nobody(path, browse):
    page = browse(path, **TABLET)
    set_up(page)
    start(page)
    before = page.locator("#stage").inner_html()
    x, y = centre(wait_for_target(page))
    ring = touched(page, 384, 900)
    page.locator(".ring").wait_for(state="detached")
    # A miss leaves the stage as it was, and a hit gets the ring that a miss got.
    assert page.locator("#stage").inner_html() == before
    assert touched(page, x, y) == ring
    shown = page.locator("#stage").inner_text().lower()
    assert not any(word in shown for word in ("wrong", "miss", "score", "%", "good", "right", "try again"))


def test_with_reduced_motion_nothing_moves(path, browse):
    page = browse(path, **TABLET, reduced_motion="reduce")
    set_up(page)
    start(page)
    assert touched(page, 384, 900)[2] == "none"
    page.locator(".ring").wait_for(state="detached")


# MARK: What goes wrong

@pytest.fixture
def dispatch():
    """Touches as the screen reports them, several at once if need be."""
    sessions = {}

    def send(page, kind: str, *points):
        if page not in sessions:
            sessions[page] = page.context.new_cdp_session(page)
        sessions[page].send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})

    return send


def trials(page) -> list:
    draft = page.evaluate("Object.entries(localStorage).find(([name]) => name.startsWith('a11y-tap-'))[1]")
    return [trial["body"] | {"classes": [contact["class"] for contact in trial["contacts"]]}
            for trial in json.loads(draft)["sitting"]["trials"]]


def test_two_fingers_a_slip_and_a_double_touch_are_told_apart(path, browse, dispatch):
    page = browse(path, **TABLET)
    set_up(page)
    start(page)
    box = wait_for_target(page)
    x, y = centre(box)
    dispatch(page, "touchStart", (x, y), (500, 800))
    dispatch(page, "touchEnd")
    page.wait_for_timeout(150)
    dispatch(page, "touchStart", (x, y))
    dispatch(page, "touchMove", (x + box["width"] / 2 + 5, y))
    dispatch(page, "touchEnd")
    page.wait_for_timeout(50)
    touch(page, x, y)
    touch(page, x, y)
    first, = trials(page)
    assert first["classes"] == ["multi_touch", "multi_touch", "slip", "hit"]
    assert (first["outcome"], first["retries"]) == ("retry_success", 3)
    # The second of the double touch was over before the next target stood, and is nobody's.
    page.click("#go-on")
    hit(page)
    assert trials(page)[1]["classes"] == ["hit"]


def test_a_finger_that_was_down_before_the_target_is_left_out_of_the_filtered_rate(path, browse, dispatch):
    page = browse(path, **TABLET)
    set_up(page)
    start(page)
    hit(page)
    page.click("#go-on")
    dispatch(page, "touchStart", (384, 900))
    page.locator("[data-role=target]").wait_for(state="attached")
    dispatch(page, "touchEnd")
    hit(page)
    scored = trials(page)[1]
    assert scored["classes"] == ["holdover", "hit"]
    assert (scored["outcome"], scored["filtered"]) == ("retry_success", "first_tap")


def test_a_mouse_is_not_the_child(path, browse):
    page = browse(path, **TABLET)
    set_up(page)
    start(page)
    page.mouse.click(*centre(wait_for_target(page)))
    hit(page)
    first, = trials(page)
    assert first["classes"] == ["experimenter", "hit"] and first["filtered"] == "first_tap"


def interrupted(page, reason: str) -> None:
    hand_back(page)
    assert page.locator("#panel-title").inner_text() == "Paused"
    assert reason in page.locator("#panel-text").inner_text()
    last = trials(page)[-1]
    assert last["outcome"] == "interrupted" and "first" not in last


def turn(page, width, height):
    """The tablet alone: no browser resizes its window while a page has the whole screen."""
    page.context.new_cdp_session(page).send(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 0, "mobile": True})


def test_what_the_system_takes_a_turn_and_a_key_interrupt_and_the_tap_comes_again(path, browse, dispatch):
    page = browse(path, **TABLET)
    set_up(page)
    start(page)
    play(page, "h")
    page.click("#go-on")
    dispatch(page, "touchStart", centre(wait_for_target(page)))
    dispatch(page, "touchCancel")
    interrupted(page, "The system intercepted a touch")
    page.click("#go-on")
    wait_for_target(page)
    turn(page, 1024, 768)
    interrupted(page, "The screen was rotated")
    page.click("#go-on")
    assert "started in portrait" in page.locator("#panel-text").inner_text()
    turn(page, 768, 1024)
    page.click("#go-on")
    wait_for_target(page)
    page.keyboard.press("Escape")
    interrupted(page, "does not count and is repeated")
    page.click("#go-on")
    play(page, "hhhhhh")
    to_the_end(page)
    assert [page.locator(f"#count-{name}").inner_text() for name in ("held", "first", "interrupted")] == ["6", "6", "3"]


def test_the_corner_stops_when_it_is_held_and_not_when_it_is_touched(path, browse, dispatch):
    page = browse(path, **TABLET)
    set_up(page)
    start(page)
    wait_for_target(page)
    corner = centre(page.locator("#stop").bounding_box())
    touch(page, *corner)
    page.wait_for_timeout(1200)
    assert page.locator("#panel[open]").count() == 0
    dispatch(page, "touchStart", corner)
    page.locator("#panel[open]").wait_for()
    dispatch(page, "touchEnd")
    assert trials(page)[-1]["classes"][-1] == "experimenter"


def test_an_adult_comes_through_with_the_keyboard_alone(path, browse, tmp_path):
    page = browse(path)
    set_up(page)
    page.focus("#start")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "go-on"
    page.keyboard.press("Enter")
    wait_for_target(page)
    assert page.evaluate("document.activeElement.id") == "stop"
    page.keyboard.press("Enter")
    page.locator("#panel[open]").wait_for()
    # Escape in the panel is not an answer.
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator("#panel[open]").wait_for()
    page.focus("#hand-back")
    page.keyboard.press("Enter")
    page.focus("#end-now")
    page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.id") == "end-title"
    page.focus("#save")
    with page.expect_download():
        page.keyboard.press("Enter")
    stops = tab_stops(page, 30)
    assert [stop for stop in stops if not (stop["isSeen"] and stop["hasRing"])] == []


def test_a_session_survives_a_reload_and_what_was_running_comes_again(path, browse, tmp_path):
    page = browse(path, **TABLET)
    set_up(page, code="KTR4WX")
    start(page)
    play(page, "h")
    play(page, "hm")
    wait_for_target(page)
    reload(page)
    assert page.locator("#left-text").inner_text() == (
        "Participant KTR4WX: 2 of 6 scored taps recorded, no file saved.")
    # Another one cannot be begun over it.
    set_up(page)
    page.click("#start")
    assert "another session is unsaved" in page.locator("#start-message").inner_text()
    page.click("#left-go-on")
    page.click("#go-on")
    play(page, "hhhh")
    to_the_end(page)
    assert [page.locator(f"#count-{name}").inner_text() for name in ("held", "first", "interrupted")] == ["6", "5", "1"]
    found = require_bundle(save(page, tmp_path).read_text())
    downs = [contact["down"] for fact in found if fact["kind"] == "contact" for contact in fact["body"]["contacts"]]
    assert downs == sorted(downs)
    reload(page)
    assert page.locator("#left").is_hidden()


def test_a_session_that_is_saved_from_two_windows_is_one(path, browse, tmp_path):
    first = browse(path, **TABLET)
    set_up(first)
    start(first)
    play(first, "h")
    hand_back(first)
    first.select_option("#frustration", "sigh")
    first.click("#end-now")
    second = browse(path, context=first.context)
    second.click("#left-end")
    for page in (first, second):
        page.check("input[name=said][value=too_small]")
        page.select_option("#frustration-end", "said_so")
        page.select_option("#ended", "child_stopped")
    assert save(first, tmp_path / "one").read_bytes() == save(second, tmp_path / "two").read_bytes()


def held(page, folder, code):
    """A short session of a child, saved; whose codes the file says its subjects are."""
    set_up(page, code=code)
    start(page)
    play(page, "h")
    hand_back(page)
    page.click("#end-now")
    return codes_of(save(page, folder))


def test_a_child_who_comes_again_is_known_by_the_code_while_the_page_is_open(path, browse, tmp_path):
    page = browse(path, **TABLET)
    first = held(page, tmp_path / "first", "KTR4WX")
    page.click("#next-child")
    assert held(page, tmp_path / "again", "KTR4WX") == first
    page.click("#next-child")
    other = held(page, tmp_path / "other", "BCDFGH")
    assert list(other.values()) == ["BCDFGH"] and not other.keys() & first.keys()
    # A tablet that is opened again knows nothing of it, and nothing of the code shows that it is the same child.
    later = held(browse(path, context=page.context), tmp_path / "later", "KTR4WX")
    assert list(later.values()) == ["KTR4WX"] and not later.keys() & first.keys()
    assert kept(page) == []


def test_codes_that_an_earlier_page_kept_are_forgotten(path, browse):
    page = browse(path, **TABLET)
    tracker = json.loads(page.locator("#plan").text_content())["tracker"]
    page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [f"a11y-codes-{tracker}", '{"KTR4WX":"x"}'])
    assert browse(path, context=page.context).evaluate("Object.entries(localStorage)") == []


def test_a_browser_that_keeps_nothing_still_saves_a_session(path, browse, tmp_path):
    page = browse(path, **TABLET)
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('no'); }; }")
    set_up(page, code="KTR4WX")
    start(page)
    play(page, "h")
    hand_back(page)
    page.click("#end-now")
    saved = save(page, tmp_path)
    assert list(codes_of(saved).values()) == ["KTR4WX"] and require_bundle(saved.read_text())


def test_a_session_can_be_deleted_and_leaves_nothing(path, browse):
    page = browse(path, **TABLET)
    set_up(page)
    start(page)
    play(page, "h")
    hand_back(page)
    page.click("#end-now")
    assert kept(page) == ["a11y-tap"]
    page.click("#delete")
    assert kept(page) == []
    assert page.locator("#setup").is_visible()
    reload(page)
    assert page.locator("#left").is_hidden()


def test_a_draft_that_something_else_wrote_is_no_draft(path, browse):
    page = browse(path)
    name = "a11y-tap-" + json.loads(page.locator("#plan").text_content())["page"]
    for draft in ("", "{}", "null", '{"version":1}', '{"version":1,"sitting":{"code":"<b>","session":{}}}',
                  '{"version":2,"sitting":{}}', "[" * 500):
        page.evaluate("([name, draft]) => localStorage.setItem(name, draft)", [name, draft])
        reload(page)
        assert page.locator("#left").is_hidden() and page.locator("#setup").is_visible(), draft
