"""The findings of a page answer the query of a terminal, and a page of many findings is as quick to read as one of few."""

import json
import random
import re

import pytest

from browser import axe, overflow, wait_until
from program import Tracker

LABEL, SIZE, ORDER = "voiceover.label-present", "touch-target.minimum-44pt", "voiceover.reading-order"


@pytest.fixture(scope="module")
def varied(tmp_path_factory):
    """Findings that differ in all that a query may ask for."""
    tracker = Tracker(tmp_path_factory.mktemp("varied"))
    tracker.ok("init", "--title", "Shop")
    rows = ["key,kind,title,screens,owner,tags,source"]
    for number in range(24):
        screens = ["", "home", "home;detail", "sign in"][number % 4]
        rows.append(f"part-{number % 3}/{['row', 'card', 'bar'][number % 3]}-{number},{['icon-button', 'button', 'list-row'][number % 3]},"
                    f"{['', 'Écran du titre', 'Pay [now]', 'Close * all'][number % 4]},{screens},{['', 'qa-1', 'Ann Lee', 'qa-2'][number % 4]},"
                    f"{['', 'task:pay', 'new'][number % 3]},Views/Part{number % 5}/View{number}.swift"
                    + ["", f":{number + 1}", f":{number + 1}:7"][number % 3])
    rows.append("part-1,icon-button,,home,,,")  # what is above a pattern of all below it
    # Other scripts, and a letter that is another one at the end of a word.
    rows += ["other/a,button,زر الإغلاق,الشاشة,فريق,وسم,", "other/b,button,サインイン画面,ログイン,品質チーム,,", "other/c,button,ΣΊΣΥΦΟΣ Straße,Größe,Ünal,ß,"]
    tracker.ok("new", "component", "--from", "-", stdin="\n".join([*rows, ""]).encode())
    dice = random.Random(7)
    keys = [row.split(",")[0] for row in rows[1:]]
    lines = ["outcome,check,component,severity,note,build,condition"]
    for key in keys:
        for check in (LABEL, ORDER, "voiceover.label-meaningful", "touch-target.icon-button-44pt"):
            severity = dice.choice(["", "1", "2", "3", "4"])
            note = dice.choice(["", "the HEART has no name", "close to the edge", "at View3.swift:7", "50% (cut)"])
            lines.append(f"fail,{check},{key},{severity},{note},{dice.choice(['7', '8'])},{dice.choice(['', 'dark', 'dark;text-ax5'])}".replace(";", "+"))
    tracker.run("log", "-", "--tester", "t1", stdin="\n".join([*lines, ""]).replace("dark+text-ax5", "dark").encode())
    tracker.ok("new", "waiver", keys[3], LABEL, "--reason", "deferred", "--approver", "lead", "--until", "2099-01-01")
    for number, key in enumerate(keys[:6]):
        tracker.run("edit", "finding", LABEL, key, "--ticket", ["SHOP-12", "https://shop.example/issues/7"][number % 2])
    tracker.ok("edit", "finding", LABEL, keys[0], "--note", "only iPad mini")
    tracker.ok("log", "pass", LABEL, keys[5], "--tester", "t2", "--build", "8")
    tracker.ok("log", "fail", LABEL, keys[5], "--tester", "t1", "--build", "9")
    tracker.ok("report", "--html", "page.html")
    return tracker


POOLS = {
    "owner": ["qa-1", "qa-*", "\"Ann Lee\"", "nobody", "*", "فريق", "品質*", "Ünal", "ünal"], "severity": ["1", "1,2", "critical", "Minor", "default", "3,4"],
    "screen": ["home", "detail", "h*", "\"sign in\"", "ログイン", "Größe"], "check": [LABEL, "voiceover.*", "*.label-*", "**", "touch-target.**", "voiceover.*-meaningful"],
    "criterion": ["1.1.1", "4.1.2", "1.*", "2.5.8", "1.3.*"], "component": ["part-1/**", "part-0/*", "*", "**/card-*", "part-2/", "**/row-3"],
    "kind": ["icon-button", "*button", "list-row"], "state": ["open", "regressed", "open,regressed", "waived", "open,waived"], "ticket": ["none", "SHOP-12", "7", "#7", "shop-*"],
    "source": ["Views/**", "Views/*", "Views/Part1/*", "**/View3.swift", "**/View4.swift", "**/View4.swift:5"], "tag": ["task:pay", "task:*", "new"],
    "category": ["voiceover", "touch-target", "v*"], "impact": ["high", "medium", "low"], "level": ["A", "AA", "house"], "method": ["manual", "automated"],
    "platform": ["ios", "iOS"], "build": ["7", "8", "*"], "condition": ["default", "dark"], "stale": ["yes", "no", "build"], "waived": ["yes", "no"],
    "disputed": ["yes", "no"], "status": ["fail", "stale", "disputed"], "profile": ["general", "child"],
    "since": ["2020-01-01", "2099-01-01"], "until": ["2020-01-01", "2099-01-01"],
}
WORDS = ["heart", "HEART", "label", "icon", "button", "part-1", "écran", "[now]", "close", "* all", "1.1.1", "4.1", "critical", "serious", "home", "50%",
         "(cut)", "\"close to\"", "SHOP", "7", "زر", "サインイン", "ログイン", "σίσυφοσ", "-σίσυφοσ", "ΣΊΣ", "straße", "GRÖSSE", "größe", "nothing-like-it", "-heart", "-home", "name", "view3"]


def queries(count: int) -> list:
    dice = random.Random(2026)
    found = []
    while len(found) < count:
        words = []
        for _ in range(dice.choice([1, 1, 2, 2, 3])):
            if dice.random() < 0.35:
                words.append(dice.choice(WORDS))
            else:
                field = dice.choice(list(POOLS))
                words.append(f"{dice.choice(['', '', '', '-'])}{dice.choice([field, field, field.upper()])}:{dice.choice(POOLS[field])}")
        found.append(" ".join(words))
    return found


def found_in(page, asked) -> list:
    """The findings that the page shows for each query."""
    return page.evaluate("""(queries) => queries.map((query) => {
      const field = document.getElementById('qt');
      field.value = query;
      field.dispatchEvent(new Event('input'));
      return Array.from(document.querySelectorAll('#findings .rows > li:not([hidden])'), (line) => line.id);
    })""", asked)


def test_a_query_finds_the_same_on_the_page_and_in_the_terminal(varied, browse):
    page = browse(varied.folder / "page.html", timezone_id="UTC")
    asked = queries(100)
    hits = 0
    for query, shown in zip(asked, found_in(page, asked)):
        answer = varied.run("list", "findings", "--json", "--", *words_of(query), TZ="UTC")
        if answer.code not in (0, 3):
            assert answer.code == 2, answer.error
            continue
        rows = json.loads(answer.out)["rows"] if answer.out else []
        assert sorted(shown) == sorted(row["finding"] for row in rows), query
        hits += 0 < len(rows) < 90
    assert hits > 30


def test_a_file_is_found_without_the_line_that_its_component_has_in_it(varied, browse):
    """What a scan registers has its line, and no query by its file found it on the page."""
    asked = [f"source:{name}" for name in ("**/View3.swift", "**/View4.swift", "**/View4.swift:5", "**/View5.swift", "**/View5.swift:6:7",
                                           "**/View4.swift:6", "Views/Part4/View4.swift")]
    counts = [len(shown) for shown in found_in(browse(varied.folder / "page.html"), asked)]
    assert counts == [len(json.loads(varied.run("list", "findings", "--json", query).out or '{"rows": []}')["rows"]) for query in asked]
    assert min(counts[:5]) > 0 and counts[1] == counts[2] == counts[6] and counts[5] == 0


def test_a_remark_on_a_finding_is_found(varied, browse):
    shown, = found_in(browse(varied.folder / "page.html"), ["\"only iPad\""])
    assert shown == [row["finding"] for row in json.loads(varied.ok("list", "findings", "--json", '"only ipad"').out)["rows"]] and len(shown) == 1


def words_of(query: str) -> list:
    """As a shell hands them on: what is in quotation marks stays so for the query."""
    return re.findall(r'(?:[^\s"]|"[^"]*")+', query)


def test_words_find_criteria_screens_severities_and_what_is_wrong(varied):
    def count(*words):
        return len(json.loads(varied.ok("list", "findings", "--json", *words).out)["rows"])
    assert count("4.1.2") == count("criterion:4.1.2") > 0
    assert count("critical") == count("severity:critical") > 0
    assert count("detail") >= count("screen:detail") > 0
    fails = json.loads(varied.ok("list", "findings", "--json").out)["rows"][0]["fails"]
    assert count(f'"{fails}"') > 0


def test_what_is_waived_is_a_state_too_and_the_states_add_up_to_what_is_open(varied, browse):
    def count(*words):
        return len(json.loads(varied.ok("list", "findings", "--json", "--", *words).out)["rows"])
    waived = count("waived:yes")
    assert count("state:waived") == count("status:waived") == waived > 0
    assert count("state:open,regressed") == count("state:open,regressed", "-state:waived") + waived
    assert count("state:regressed,waived") == count("state:regressed", "-waived:yes") + waived
    assert count("state:open,regressed", "-waived:yes") == json.loads(varied.ok("status", "--json").out)["open"]["total"]
    shown, = found_in(browse(varied.folder / "page.html"), ["state:waived"])
    assert len(shown) == waived
    assert '"state:open,regressed -waived:yes"' in " ".join(varied.ok("help", "query").text.split())
    for word in ("state:waived", "status:waived"):
        refused = varied.run("list", "items", word)
        assert refused.code == 2 and "does not apply to items" in refused.error and "waived:yes" in refused.error


def test_the_chip_counts_what_is_marked_as_regressed(empty, browse):
    """Of a report that is compared with a later day nothing was marked, and a waiver took the mark away."""
    empty.register("home,button", "away,button")
    for key in "home", "away":
        for outcome, build, day in ("pass", "1", "01"), ("fail", "2", "05"):
            empty.ok("log", outcome, LABEL, key, "--build", build, "--tester", "t1", "--at", f"2026-01-{day}T10:00:00Z")
    empty.ok("log", "fail", SIZE, "home", "--build", "2", "--tester", "t1", "--at", "2026-01-05T10:00:00Z")
    empty.ok("new", "waiver", "away", LABEL, "--reason", "deferred", "--approver", "lead", "--until", "2099-01-01")
    marked = re.compile("REGRESSED")
    for day in "2026-01-03", "2026-01-10":
        empty.ok("report", "--compare", day, "--html", "page.html")
        page = browse(empty.folder / "page.html")
        chip = page.locator("#qc button", has_text="Regressed")
        assert chip.text_content() == "Regressed 2"
        chip.click()
        shown = page.locator("#findings .rows > li:not([hidden])")
        assert shown.count() == 2 == shown.filter(has_text=marked).count()
        assert page.locator("#findings .rows > li").filter(has_text=marked).count() == 2


def both(tracker, browse, asked, zone="UTC") -> list:
    """What the page finds of each query, which is what the terminal of the same place does, or None where both say that it is none."""
    page = browse(tracker.folder / "page.html", timezone_id=zone)
    found = []
    for query, shown in zip(asked, found_in(page, asked)):
        answer = tracker.run("list", "findings", "--json", "--", *words_of(query), TZ=zone)
        page.fill("#qt", query)
        page.wait_for_timeout(350)
        said = page.locator("#qn").text_content()
        if answer.code in (2, 4):
            assert re.match("Type a date after|Values of", said), (query, said)
            found.append(None)
            continue
        assert sorted(shown) == sorted(row["finding"] for row in json.loads(answer.out or '{"rows": []}')["rows"]), query
        found.append(len(shown))
    return found


def test_a_time_is_read_on_the_page_as_in_the_terminal(empty, browse):
    """A time found nothing, 30 February was a day of March, and a day of 25 hours ended early."""
    moments = ["2026-03-29T00:30Z", "2026-10-25T22:30Z", "2026-10-25T23:30Z", "2026-06-01T08:00Z"]
    empty.register(*(f"part-{place},button" for place in range(len(moments))))
    for place, moment in enumerate(moments):
        empty.ok("log", "fail", LABEL, f"part-{place}", "--build", "1", "--tester", "t1", "--at", moment)
    empty.ok("report", "--html", "page.html")
    times = ["since:2026-06-01T10:00", "since:2026-06-01T10:00:00.5", "until:2026-06-01t08:00z", "until:2026-06-01T10:00+02:00",
             "since:2026-06-01T10:00+0230", 'since:"2026-06-01 10:00"', "-until:2026-06-01T09:59,2026-03-30"]
    days = ["until:2026-10-25", "since:2026-10-26", "since:2026-03-29", "until:2026-03-29"]
    none = ["since:2026-02-30", "until:2026-13-01", "since:today", "since:2026-06", "since:2026-06-01T25:00", "until:2026-06-01T10:00+19:00",
            "since:2026-03-29T02:30", "until:1969-12-31", "since:2026-06-01T10"]
    found = both(empty, browse, times + days + none, "Europe/Berlin")
    assert found == [3, 2, 2, 2, 3, 3, 3, 3, 1, 4, 1] + [None] * len(none)


def test_what_is_open_is_a_status_on_the_page_too(varied, browse):
    """The page knew no such status, and left the word out."""
    found = both(varied, browse, ["status:open,regressed", "outcome:REGRESSED", "status:waived", "-status:open", "status:open heart", "status:fail,open"])
    assert None not in found[:5] and found[5] is None and found[0] > found[1] > 0 < found[2]


def test_an_id_in_capitals_leads_to_its_finding(varied, browse):
    page = browse(varied.folder / "page.html")
    last = page.locator("#findings .rows > li").last
    page.evaluate("(name) => { location.hash = name; }", last.get_attribute("id").upper())
    wait_until(page, "document.querySelector('#findings .g:last-of-type .rows > li:last-child').checkVisibility()")


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """1,280 findings of two owners in 64 checks."""
    tracker = Tracker(tmp_path_factory.mktemp("crowd"))
    tracker.begin()
    lines = ["key,kind,owner,screens"] + [f"s/c-{n},icon-button,dev-{n % 2},screen-{n % 3}" for n in range(1, 21)]
    tracker.ok("new", "component", "--from", "-", stdin="\n".join([*lines, ""]).encode())
    tracker.ok("log", "fail", "*", "**", "-s", "2", "--tester", "t1", "--build", "1", "-y")
    tracker.ok("log", "fail", "voiceover.label-present", "s/c-7", "-s", "1", "--tester", "t1", "--build", "1")
    tracker.ok("report", "--html", "page.html")
    return tracker


def rows(page):
    return page.locator("#findings .rows > li:not([hidden])")


def test_many_findings_are_a_short_page_that_follows_each_key(crowd, browse):
    path = crowd.folder / "page.html"
    assert path.stat().st_size < 1_200_000
    page = browse(path)
    assert page.evaluate("document.documentElement.scrollHeight") < 12_000
    # Closed beyond the first findings, and of a check ten rows.
    assert 10 <= page.locator("#findings .rows > li:visible").count() <= 30
    # A button for one or two rows would take their room.
    numbers = page.locator(".more:visible").evaluate_all("(all) => all.map((one) => parseInt(one.textContent.slice(5)))")
    assert numbers and min(numbers) > 2, numbers
    more = page.locator(".more:visible").first
    assert more.inner_text() == "Show 6 more"
    more.click()
    assert page.evaluate("document.activeElement.closest('.rows > li') !== null")
    # The list follows each key.
    total, left = rows(page).count(), []
    for query in ["s/c", "s/c owner:dev-1", "owner:dev-1 severity:1", "owner:dev-1 severity:1 none", ""]:
        page.fill("#qt", query)
        left.append(rows(page).count())
    assert left[0] == left[-1] == total > left[1] > left[2] > left[3] == 0, left


def test_filters_follow_each_other_and_headings_count_what_is_left(crowd, browse):
    page = browse(crowd.folder / "page.html")
    total = rows(page).count()
    page.select_option("#qo", "dev-1")
    assert page.input_value("#qt") == "owner:dev-1"
    left = rows(page).count()
    assert 0 < left < total
    page.get_by_text(f"{left} of {total:,} findings on this page shown.").wait_for()
    assert page.locator("#h-findings").inner_text() == f"Findings: {left} of {total:,} on this page"
    counts = [int(re.match(r"(\d+) of", text)[1]) for text in page.locator(".g:not([hidden]) .count").all_text_contents()]
    assert sum(counts) == left
    page.get_by_role("button", name="Critical 1").click()
    assert page.input_value("#qt") == "owner:dev-1 severity:1" and rows(page).count() == 1
    assert page.locator("#qs").input_value() == "1"
    wait_until(page, "location.hash.includes('q=owner')")
    # The URL has it, and a page that is opened by it shows the same.
    again = browse(crowd.folder / "page.html")
    again.goto(page.url)
    wait_until(again, "document.getElementById('qt').value === 'owner:dev-1 severity:1'")
    assert rows(again).count() == 1
    # What matches can be seen, and a link to what does not brings it back.
    assert rows(page).first.is_visible()
    page.evaluate("location.hash = document.querySelector('#findings .rows > li[hidden]').id")
    wait_until(page, "!document.querySelector('#findings .rows > li[hidden]')")
    assert page.input_value("#qt") == ""


def test_a_query_that_comes_while_one_is_written_is_read(crowd, browse):
    page = browse(crowd.folder / "page.html")
    # What is typed goes to the URL after a pause. A link that is followed in it is not written over before the page hears of it.
    left = page.evaluate("""async () => {
      document.getElementById('qt').dispatchEvent(new Event('input'));
      history.replaceState(null, '', '#?q=owner%3Adev-1');
      await new Promise((resolve) => setTimeout(resolve, 300));
      return location.hash;
    }""")
    assert left == "#?q=owner%3Adev-1"
    page.evaluate("dispatchEvent(new Event('hashchange'))")
    assert page.input_value("#qt") == "owner:dev-1" and 0 < rows(page).count() < page.locator("#findings .rows > li").count()
    page.fill("#qt", "owner:dev-2")
    wait_until(page, "location.hash.includes('dev-2')")


def test_no_match_says_which_word_excludes(crowd, browse):
    page = browse(crowd.folder / "page.html")
    page.fill("#qt", "owner:dev-0 severity:1")
    page.get_by_text("No finding matches. Without owner:dev-0: 1 finding. Without severity:1: ").wait_for()
    page.fill("#qt", "ownr:dev-0")
    page.get_by_text("This page does not know ownr:.").wait_for()
    page.fill("#qt", "severity:bad")
    page.get_by_text("Values of severity: 1, 2, 3, 4, critical").wait_for()
    page.get_by_role("button", name="Reset").click()
    assert page.input_value("#qt") == "" and page.locator("#findings .rows > li[hidden]").count() == 0


def test_order_is_that_of_the_reader(varied, browse):
    page = browse(varied.folder / "page.html")
    ids = lambda: rows(page).evaluate_all("(lines) => lines.map((line) => line.id)")
    before = ids()
    page.select_option("#qz", "place")
    assert ids() != before and sorted(ids()) == sorted(before)
    page.get_by_role("button", name="Reset").click()
    assert ids() == before


def test_owners_and_screens_are_counts_that_lead_to_the_list(crowd, browse):
    page = browse(crowd.folder / "page.html")
    table = page.get_by_role("table", name="Open findings by owner")
    assert [text.split("\t")[:2] for text in table.locator("tbody tr").all_inner_texts()] == [["dev-1", "640"], ["dev-0", "640"]][::-1]
    assert page.get_by_role("table", name="Open findings by screen").locator("tbody tr").count() == 3
    # By its key: what the browser lays out late on a page of this length may move away below a pointer.
    table.get_by_role("link", name="dev-1").press("Enter")
    wait_until(page, "document.getElementById('qt').value === 'owner:dev-1'")
    assert page.locator("#owners li").count() == 0


def test_a_link_opens_what_is_closed(crowd, browse):
    path = crowd.folder / "page.html"
    page = browse(path)
    for inside in (page.evaluate("document.querySelector('#findings .rows > .over').id"),
                   page.evaluate("document.querySelector('#findings .shut .rows > li').id")):
        assert not page.locator(f"[id='{inside}']").is_visible()
        page.evaluate("(id) => { location.hash = id }", inside)
        page.locator(f"[id='{inside}']").wait_for(state="visible")
        again = browse(path)
        again.goto(path.as_uri() + "#" + inside)
        again.locator(f"[id='{inside}']").wait_for(state="visible")
        again.evaluate("location.hash = '%E0%A4%A'")


def test_an_address_of_an_earlier_version_leads_to_its_finding(empty, browse):
    """Of component, check, and condition; also where the component has another name since."""
    empty.register("home,screen", *[f"a/b{number},button" for number in range(40)])
    for number in range(40):
        empty.ok("log", "fail", "voiceover.label-present", f"a/b{number}", "--tester", "t1", "--condition", "dark" if number % 2 else "default")
    empty.ok("edit", "component", "a/b38", "--rename", "a/new")
    empty.ok("report", "--html", "page.html")
    path = empty.folder / "page.html"
    rows = {row["component"]: row["finding"] for row in json.loads(empty.ok("list", "findings", "--json").out)["rows"]}
    for component, address in (("a/b39", "f-a_2fb39-voiceover.label-present-dark"), ("a/b36", "f-a_2fb36-voiceover.label-present"),
                               ("a/new", "f-a_2fb38-voiceover.label-present"), ("a/new", "f-a_2fnew-voiceover.label-present")):
        page = browse(path)
        page.goto(path.as_uri() + "#" + address)
        wait_until(page, f"(({{ top, bottom }}) => top >= 0 && bottom <= innerHeight)(document.getElementById('{rows[component]}').getBoundingClientRect())")
    page.evaluate("location.hash = 'f-nothing'")


def test_the_filtered_page_is_clean(varied, browse):
    page = browse(varied.folder / "page.html", "320 px")
    page.fill("#qt", "label owner:qa-1")
    assert overflow(page) == []
    assert axe(page) == []


def test_without_a_script_everything_is_open(crowd, browse):
    page = browse(crowd.folder / "page.html", java_script_enabled=False)
    lines = page.locator("#findings .rows > li")
    assert lines.count() == 1000 and lines.last.is_visible()
    assert page.locator("button:visible, input:visible, select:visible").count() == 0
