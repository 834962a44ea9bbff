"""Measured values: the page reads what `a11y log --value` reads, and as the same figures."""

import json
import re

import pytest

from program import TOP
from sheets import press, save, sheet_of

DATA = TOP / "Sources/PageData/data"
KINDS = [
    "button", "slider", "chart", "tab-bar", "alert", "animation", "screen", "list-row", "text", "app",
    "status-indicator",
]
TYPED = [
    "44", "44pt", "44 PT", "40x40", "40 x 40 pt", "40×40", "40*40", "40ptx40pt", "40 by 40", "40x40mm", "40ptx40mm",
    "40x", "x40", "6.9mm", "0.7 cm", "1.5 millimetres", "3.2:1", "3.2 to 1", "1:3.2", "0.9:1", "3.2:2", "4.5", "0.5",
    ".5", "+.5", "-4", "-4 pt", "-5%", "165%", "165 percent", "50 per cent", "0.5%", "300ms", "0.3 s", "300.5 ms",
    "0.0000015 s", "0.001 ms", "0.0001 ms", "2 seconds", "4 tabs", "4 tab", "1 issue", "3 actions", "40 px",
    "40 css px", "1,5", "1,000", "1.", "1.2.3", "1e5", "ten", "", "40 40", "40-40", "40\u00a0pt", "40\u202fpt",
    "40\u200bpt", "４４", "AX1", "44 AX1", "1.1234567", "1.1234560", "9007199254", "-9007199254", "12345678901234567890",
    "97 %", "0.97", "-5 delta", "44 ptx", "44 x by 44", "44 pt pt", "  44  ", "\u200344\u2003", "44 Points", "44 İ",
    "4 queries", "4 query", "0", "-0", "+44", "--44", "44%%", "44:", "%", "x", "44 to 1", "44 to", "5 to 2", "1x1x1",
    "7" * 81, "7" * 70,
    # Shares of a count, where a percentage is measured.
    "9/10", "10/10", "2/3", "0/3", "10/9", "1/0", "1/1000001", "00000000007/9", "0000000007/9", "+9/10", "9/ 10", "1/2/3", "/",
    # Sums.
    "24+2*12", "24 + 2*12 pt", "24x20+2*12", "2*12+24x20", "24+12+12", "24+2*", "24+*12", "24+-2*12", "24+-12", "24++12",
    "24+2*3*4", "24+2*12:1", "24+5 s", "24+2*12%", "24+x", "20+2*11.5x12", "24+1.5*0.000001", "24+0.5*0.000001",
    "24+2\u00a0*\u00a012", "9007199254+1", "9007199255", "-9007199255", "+24+2", "24+", "24+1,5", "24mm+2*12mm",
    # Lists of named parts.
    "brand: light dark; accent: light", "brand: light dark light-contrast dark-contrast;", "brand:none", "brand: NONE",
    "brand:", ":light", "brand light", "brand: light; brand: dark", "brand: light;; accent: dark", ";", ":", "a;b",
    "brand: light light", "Brand: Light,DARK", "brand: light\u00a0dark", "brand\u200b: light", "br\u0301and: light",
    "brand: light;\u0308 x: dark", "brand:\u0308 light", "x" * 60 + ": light", "x" * 61 + ": light",
    "; ".join(f"c{number}: light" for number in range(60)), "; ".join(f"c{number}: light" for number in range(61)),
    "offline: colour glyph text; error: color icon", "offline: colour sound", "press: medium; complete: success",
    "press: medium heavy", "press: Medium", "press: buzz", "default: 3; xxxl: 2; AX1: 1", "default: 3 columns", "default: 0",
    "default: 2.5", "default: -3", "0 columns", "2.5 columns", "0.5",
    "default: 3 tabs", "default: 3; Default: 2", "default: three", "huge: 3", "default: 3x3", "default: 3:1",
    "light: -0.05; dark: +0.10", "light: -5%", "body: 17 pt; caption2: 11", "LARGETITLE: 34", "body: 17 mm",
    "success: 2.2; error: 3.6", "success: 5.2:1; error: 4.5:1;", "3.2:1;", "dark: 4.6", "a: b: 3", "a: 3 s; b: 4", "a: 22; b: 3", "a: ;b: 3",
    "constructor: light", "brand: constructor", "brand: light dark " + "dark " * 1000,
]
# What a cell of a table has in passing, and loses as it is read: blanks of other kinds, wide signs, marks that are not
# seen, and a comma for the point. These are logged one by one, with --value.
OF_CELLS = re.compile("[\u00a0\u2000-\u200b\u202f\uff01-\uff5e]|[0-9],[0-9]")
IN_ROWS = [typed for typed in TYPED if not OF_CELLS.search(typed)]
ONE_BY_ONE = [typed for typed in TYPED if OF_CELLS.search(typed)]


# The program takes the name of a text size for these as well, a page only its percentage.
NAMED_SIZES = {"dynamic-type.no-low-cap", "dynamic-type.no-truncation-ax3"}


@pytest.fixture(scope="module")
def measuring(tmp_path_factory):
    """A tracker, and one check and component for each unit that a check counts in."""
    from program import Tracker
    tracker = Tracker(tmp_path_factory.mktemp("values"))
    tracker.begin()
    tracker.register(*(f"{kind},{kind}" for kind in KINDS))
    units = {}
    for part in range(1, 40):
        answer = tracker.run("worksheet", "--part", str(part), "-o", "-")
        if answer.code != 0:
            break
        data = re.search(r'id="sheet">(.*?)</script>', answer.text).group(1)
        for item in json.loads(data)["items"]:
            if item["unit"] is not None and item["check"] not in NAMED_SIZES:
                units.setdefault((item["unit"], item["check"] if item["parts"] or item["sum"] else ""), item)
    assert {"pt", "ratio", "percent", "s"} <= {unit for unit, _ in units} and len(units) > 12
    return tracker, units


@pytest.fixture(scope="module")
def page(chromium):
    """A page that has files of the worksheet's script by themselves."""
    page = chromium.new_page()
    for name in ("values.js", "worksheet-limits.js", "sha256.js", "bundle.js"):
        page.add_script_tag(content=(DATA / name).read_text())
    yield page
    page.close()


def log_each(tracker, outcome: str, item: dict) -> list:
    """Logs an outcome with each value, and gives the rows of those that were taken."""
    check, component = item["check"], item["component"]
    before = len(json.loads(tracker.ok("list", "results", "--json").out)["rows"])
    lines = "".join(f"{outcome}\t{check}\t{component}\t\t{typed}\n" for typed in IN_ROWS)
    answer = tracker.run("log", "-", "--partial", "--tester", "t1", stdin=lines.encode())
    assert answer.code in (0, 4), answer.error
    for typed in ONE_BY_ONE:
        tracker.run("log", outcome, check, component, f"--value={typed}", "--tester", "t1")
    return json.loads(tracker.ok("list", "results", "--json").out)["rows"][before:]


def test_every_value_is_read_alike(measuring, page):
    tracker, units = measuring
    for (unit, _), item in units.items():
        rows = log_each(tracker, "fail", item)
        told = {row["value"]["text"]: (row["value"]["unit"], row["value"]["numbers"]) for row in rows if row["value"]}
        values = page.evaluate("""([typed, item]) => typed.map((text) => {
          try {
            return parseValue(text.replace(/^\\p{White_Space}+|\\p{White_Space}+$/gu, ''), item.unit, item.parts, item.sum);
          } catch (problem) {
            if (problem instanceof ValueProblem) return null;
            throw problem;
          }
        })""", [TYPED, item])
        read = {value["text"]: (value["unit"], [number / 1_000_000 for number in value["n"]]) for value in values if value}
        assert read == told, unit
        assert len(told) > 10


def logged(tracker, outcome: str, item: dict) -> set:
    """The values with which the program logs an outcome."""
    rows = log_each(tracker, outcome, item)
    return {row["value"]["text"] for row in rows if row["value"]}


def test_a_pass_is_contradicted_on_the_page_by_the_values_that_the_program_refuses_with_it(measuring, page):
    tracker, units = measuring
    told = 0
    # One of each way to compare: the program takes its time with every list.
    ways = {}
    for item in units.values():
        limit = item.get("limit") or {}
        ways.setdefault((limit.get("comparison"), limit.get("excludesZero"), item["unit"] in ("pt", "ratio", "percent"),
                         (item["parts"] or {}).get("wanted")), item)
    assert len(ways) > 6
    for item in ways.values():
        refused = logged(tracker, "fail", item) - logged(tracker, "pass", item)
        missed = page.evaluate("""([typed, item]) => typed.filter((text) => {
          try {
            const trimmed = text.replace(/^\\p{White_Space}+|\\p{White_Space}+$/gu, '');
            return missesRequirement(item, parseValue(trimmed, item.unit, item.parts, item.sum));
          } catch (problem) {
            if (problem instanceof ValueProblem) return false;
            throw problem;
          }
        })""", [sorted(TYPED), item])
        missed = {re.sub(r"^\s+|\s+$", "", text) for text in missed}
        # What fits an interaction is for the program to say.
        if item["check"].startswith("haptics.") and item["parts"]:
            refused = {text for text in refused if text in missed}
        assert missed == refused, item["check"]
        told += len(missed)
    assert told > 50


@pytest.mark.parametrize("length", [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000, 100_000])
def test_digests_are_those_of_everybody_else(page, length):
    import hashlib
    found = page.evaluate(
        "(length) => hex(sha256(Uint8Array.from({ length }, (_, place) => (place * 151 + 7) % 256)))", length)
    assert found == hashlib.sha256(bytes((place * 151 + 7) % 256 for place in range(length))).hexdigest()


@pytest.mark.parametrize("value", [
    {"b": 1, "a": [True, None, -2], "": {}}, "\u0000\u0001\b\f\n\r\t\"\\/\x7f\u2028é\U0001f3ac", {"text": "</script>"},
])
def test_canonical_form_is_the_one_of_facts(page, value):
    from facts import canonical
    assert page.evaluate("(value) => canonical(value)", value) == canonical(value)


@pytest.mark.parametrize("kind", ["result", "session", "retract"])
def test_identities_are_those_of_headers(page, dice, kind):
    from facts import identity, stated
    for note in ["", "Zoë \u2028 \U0001f3ac", "x" * 1000]:
        saw = [f"{dice.getrandbits(128):032x}" for _ in range(dice.randrange(3))]
        fact = stated("abcdefgh", 2, "ab" * 16, [1_700_000_000_000, 3], kind, {"note": note}, saw,
                      f"{dice.getrandbits(128):032x}")
        assert page.evaluate("(fact) => identityOf(fact)", fact) == identity(fact)


def test_one_place_reads_the_value_of_an_answer():
    """What is shown while a value is typed and what is saved are one reading of it."""
    readers = [path.name for path in sorted(DATA.glob("worksheet*.js")) for _ in re.findall(r"parseValue\(", path.read_text())]
    assert readers == ["worksheet-answers.js"]


LARGER = "dynamic-type.no-truncation-ax3"


@pytest.fixture
def sizes(empty):
    """One check under smaller text than it asks for and under larger, and under settings of two devices."""
    empty.ok("new", "component", "kid", "--kind", "screen")
    empty.ok("new", "checklist", "one", "--check", LARGER)
    empty.ok("new", "audit", "spring", "--checklist", "one", "--condition", "text-ax1,text-ax3,text-ax5+phone-small,text-ax3+ipad")
    empty.ok("worksheet", "--audit", "spring", "-o", "sheet.html")
    return empty


def places(page) -> dict:
    return {item["condition"]: index for index, item in enumerate(sheet_of(page)["items"])}


def test_a_pass_under_smaller_text_is_not_offered(sizes, browse, tmp_path):
    """The terminal refuses it: what was not seen at the size that a check asks for is not passed by it."""
    page = browse(sizes.folder / "sheet.html")
    small, large = places(page)["text-ax1"], places(page)["text-ax3"]
    assert page.locator("input[value=pass]:disabled").count() == 1
    assert page.locator(f"input[name=outcome-{small}][value=pass]").is_disabled()
    assert f"{LARGER} requires at least 235%; text-ax1 is smaller text" in page.locator(f"#no-pass-{small}").text_content()
    # Neither by its key, nor by the answer of another item.
    page.locator(f"input[name=outcome-{small}][value=na]").focus()
    page.keyboard.press("p")
    assert page.locator(f"input[name=outcome-{small}]:checked").count() == 0
    press(page, large, "pass")
    page.once("dialog", lambda dialog: dialog.accept())
    assert page.locator(f"#same-{large}").text_content().endswith("(2)")
    page.click(f"#same-{large}")
    assert page.locator(f"input[name=outcome-{small}]:checked").count() == 0
    assert page.locator("input[value=pass]:checked").count() == 3
    press(page, small, "na")
    sizes.ok("import", save(page, tmp_path, "saved.a11y.json"))
    rows = json.loads(sizes.ok("list", "results", "--json").out)["rows"]
    assert sorted(row["outcome"] for row in rows) == ["na", "pass", "pass", "pass"]


def test_a_device_without_the_settings_of_an_answer_is_not_saved(sizes, browse, tmp_path):
    page = browse(sizes.folder / "sheet.html")
    where = places(page)
    press(page, where["phone-small,text-ax5"], "fail")
    page.fill("#tester", "t1")
    page.fill("#device", "iPad Air")
    page.click("#save")
    assert page.locator("#saved").text_content() == (
        "Not saved: phone-small is not an iPad. Correct the device, or clear the answers under phone-small,text-ax5.")
    assert page.evaluate("document.activeElement.id") == "device"
    page.fill("#device", "iPhone SE")
    save(page, tmp_path, "first.a11y.json")
    # What a file has already is of the device that it was saved with.
    press(page, where["ipad,text-ax3"], "fail")
    page.fill("#device", "iPad Air")
    sizes.ok("import", save(page, tmp_path, "second.a11y.json"))
    rows = json.loads(sizes.ok("list", "results", "--json").out)["rows"]
    assert {row["condition"]: row["device"] for row in rows} == {
        "phone-small,text-ax5": "iPhone SE", "ipad,text-ax3": "iPad Air"}


def test_the_families_of_devices_are_told_alike(sizes, browse):
    page = browse(sizes.folder / "sheet.html")
    index = places(page)["phone-small,text-ax5"]
    press(page, index, "fail")
    page.fill("#tester", "t1")
    for device in "iPad", "IPAD13,4", "iPhone", "ipod", "Apple Watch", "Pixel 7", "MacBook", "", "Apple TV", "iPhone or iPad":
        taken = sizes.run("log", "fail", LARGER, "kid", "--condition", "phone-small+text-ax5", f"--device={device}", "--tester", "t1").code == 0
        page.fill("#device", device)
        page.fill(f"#note-{index}", f"seen on {device}")
        page.click("#save")
        page.wait_for_function("document.querySelector('#saved').textContent !== ''")
        assert page.locator("#saved").text_content().startswith("Saved: " if taken else "Not saved: "), device


def test_every_example_is_a_value_that_meets_its_requirement(tracker):
    tracker.ok("edit", "tracker", "--checklists", "everything")
    for kind in "tab-bar", "screen", "sheet", "button", "image":
        tracker.ok("new", "component", f"c/{kind}", "--kind", kind)
    tracker.ok("worksheet", "--part", "all", "-o", "s.html")
    pages = "".join(path.read_text() for path in tracker.folder.glob("s*.html"))
    found = dict(re.findall(r"Required: (\w[^<]*)\. Example: ([^<]+)\.</p>", pages))
    assert found["at least 235%"] == "235%" and found["between 45 and 55%"] == "45%"
    assert found["at most 0 issues"] == "0 issues" and found["at most 3 pages"] == "3 pages"
    assert found["at most 1 modal layer"] == "1 modal layer" and found["at least 12 pt"] == "12x12 or 12 pt"
    assert found["at least 3:1"] == "3:1" and not any(" %" in wanted for wanted in found)
