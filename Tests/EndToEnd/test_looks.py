"""At a terminal: lists of one line a row, status on one screen, short help, wrapped errors, links, and the pager."""

import json
import re

import pytest

from program import Tracker
from test_terminal import ESCAPE, page, terminal

LINK = re.compile("\x1b]8;;([^\x1b]*)\x1b\\\\")


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The demo tracker; its folder is that of the app."""
    tracker = Tracker(tmp_path_factory.mktemp("looks"))
    tracker.show_demo()
    return tracker


def shown(tracker, *words, **more):
    """The lines of a command at a terminal, without colors."""
    text, code = page(tracker, *words, **more)
    assert code == 0, text
    return ESCAPE.sub("", text).splitlines()


@pytest.mark.parametrize("columns", [80, 100, 120, 160])
def test_a_finding_is_one_line(demo, columns):
    rows = json.loads(demo.ok("list", "findings", "--json").out)["rows"]
    lines = shown(demo, "list", "findings", columns=columns)
    head = next(place for place, line in enumerate(lines) if line.startswith("Severity "))
    body = lines[head + 1:head + 1 + len(rows)]
    assert [line.split()[:2] for line in body] == [
        [["", "critical", "serious", "moderate", "minor"][row["severity"]], row["finding"]] for row in rows]
    assert lines[head + 1 + len(rows)] == "" and max(map(len, lines)) <= columns
    # In the order of what matters; a column that is empty in all rows is not there.
    heads = re.split(r"\s{2,}", lines[head].strip())
    every = ["Severity", "ID", "Component", "Problem", "Owner", "Age", "Source"]
    assert heads == every[:len(heads)] and len(heads) >= 5
    assert (heads == every) == (columns >= 120) and "Owner" in heads
    assert any(line.startswith("Hidden at this width: ") for line in lines) == (heads != every)


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("kind", ["matrix", "planned", "conflicts", "bundles", "tool-findings", "plans", "audits"])
def test_each_row_of_a_list_is_one_line(varied, kind, columns):
    rows = json.loads(varied.ok("list", kind, "--json").out)["rows"]
    lines = shown(varied, "list", kind, columns=columns)
    blank = [place for place, line in enumerate(lines) if not line]
    assert rows and blank[1] == blank[0] + 2 + len(rows) and max(map(len, lines)) <= columns, "\n".join(lines)


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize("kind, heads", [
    ("matrix", ["Component", "Check", "Off", "On"]), ("cells", ["Component", "Check", "Outcome", "Severity"]),
    ("results", ["Component", "Check", "Outcome"]), ("retest", ["Stop", "Component", "Check", "Reason"])])
def test_a_row_keeps_what_it_is_read_for(demo, kind, heads, columns):
    """The comparison of a setting hid what was found with it on, items and results their outcome, and a retest its reason."""
    lines = shown(demo, "list", kind, columns=columns)
    assert lines[2].split()[:len(heads)] == heads and max(map(len, lines)) <= columns


@pytest.mark.parametrize("columns", [80, 100, 200])
@pytest.mark.parametrize("kind", ["cells", "findings", "results", "retest"])
def test_a_cut_name_is_followed_by_how_to_see_it_whole(demo, kind, columns):
    """The next command asks for a component and a check: of a retest at 80 columns neither could be copied."""
    rows = json.loads(demo.ok("list", kind, "--json").out)["rows"]
    lines = shown(demo, "list", kind, columns=columns)
    parts = {key: {str(row[key]) for row in rows} for key in ("component", "check")}
    last = {name.split("/")[-1] for name in parts["component"]}
    cut = [word for line in lines[3:lines.index("", 3)] for word in line.split()
           if len(word) > 12 and word.endswith("…") and any(name.startswith(word[:-1]) for name in parts["component"] | parts["check"] | last)]
    assert bool(cut) == any("Names that end in … are cut. Use --wrap for whole names." in line for line in lines), (cut, lines[-4:])
    assert cut or (kind, columns) != ("retest", 80)
    whole = "\n".join(shown(demo, "list", "retest", "--wrap", columns=columns))
    assert "are cut" not in whole and all(row["check"] in whole and row["component"] in whole for row in json.loads(
        demo.ok("list", "retest", "--json").out)["rows"])


@pytest.mark.parametrize("columns", [80, 120])
def test_a_fix_is_named_by_what_is_wrong(demo, columns):
    """It had the key of its check, "in every screen", where it was about components of that kind."""
    for words in (["list", "fixes"], ["report"], ["list", "fixes", "--plain"]):
        text = " ".join(" ".join(shown(demo, *words, columns=columns)).split())
        assert "Icon-only control has no label of its own" in text and "in every screen" not in text, words
    first = next(line for line in shown(demo, "list", "fixes", columns=columns) if line.startswith("“Icon-only"))
    assert re.match(r"“Icon-only control has no label of its own” in .*…? +6 +2 ", first), first
    # A program has the names that it had.
    assert json.loads(demo.ok("list", "fixes", "--json").out)["rows"][0]["what"] == "voiceover.icon-button-label in every screen"


def test_numbers_in_names_go_by_their_value_for_people(tracker):
    tracker.register(*(f"c-{number},icon-button" for number in (10, 1, 2)))
    def order(*words):
        return re.findall(r"\bc-\d+", tracker.ok("list", "components", *words).text)
    assert order("--sort", "key") == order("--sort", "key", "--format", "md") == ["c-1", "c-2", "c-10"]
    assert order("--sort", "-key") == ["c-10", "c-2", "c-1"]
    # What a program reads is in the order of bytes.
    assert order("--sort", "key", "--format", "csv") == ["c-1", "c-10", "c-2"]


def test_a_status_by_groups_counts_only_what_it_has(empty):
    """With nothing in scope it had sentences of zeros, and categories without an item were "more categories"."""
    lines = shown(empty, "status", "--by", "screen", columns=80)
    assert [line for line in lines if line][1:] == ["Nothing is in scope."]
    assert empty.ok("status", "--by", "owner", "--plain").text.splitlines()[1:] == ["Nothing is in scope."]
    empty.ok("edit", "tracker", "--checklists", "essentials")
    empty.register("home,icon-button", "home/a-component-with-a-name-that-takes-the-room-of-the-columns,icon-button")
    rows = json.loads(empty.ok("status", "--by", "component", "--json").out)["groups"]
    named = {name for row in rows for name, counts in row["categories"].items() if counts["untested"]}
    text = "\n".join(shown(empty, "status", "--by", "component", columns=80))
    heads = next(line for line in text.splitlines() if "more categor" in text and line.startswith("Component") and "voiceover" in line)
    more = int(re.search(r"(\d+) more categor", text)[1])
    assert more + sum(name in heads for name in named) == len(named), (heads, named)


@pytest.fixture(scope="module")
def varied(tmp_path_factory):
    """A tracker with rows of each kind."""
    tracker = Tracker(tmp_path_factory.mktemp("lists"))
    tracker.begin()
    tracker.register("sign-in/close-button,icon-button", "home,screen", "cart/total-of-all-the-things,text")
    tracker.ok("edit", "component", "sign-in/close-button", "--planned", "touch-target.minimum-44pt=48x48")
    tracker.ok("log", "fail", "touch-target.minimum-44pt", "sign-in/close-button", "--value", "40x40", "--tester", "t1", "--build", "1", "-s", "2")
    for tester, outcome in (("t1", "fail"), ("t2", "pass")):
        tracker.ok("log", outcome, "voiceover.reading-order", "home", "--tester", tester, "--build", "1", *["--disagree"] * (tester == "t2"))
    tracker.ok("new", "plan", "p48", "--component", "sign-in/close-button", "--size", "48x48", "--children", "12", "--taps", "10", "--target", "90")
    tracker.ok("new", "audit", "spring", "--checklist", "critical-rules", "--build", "1")
    tracker.ok("export", "-o", "a-bundle-with-a-name-of-its-own.a11y.json")
    issue = {"auditType": "contrast", "compactDescription": "Contrast failed for a label that has a long text of its own", "element": "close-button",
             "screen": "sign-in"}
    (tracker.folder / "audit.jsonl").write_text(json.dumps(issue) + "\n")
    tracker.run("import", "audit.jsonl", "--component", "sign-in/close-button")
    return tracker


def test_the_line_of_a_finding_names_what_sets_it_apart(demo):
    text = "\n".join(shown(demo, "list", "findings", columns=160))
    assert re.search(r"critical +hzjqsqxh +movie-detail +icon-only button without a label +demo-dev-1 +\d+d +MovieDetail.swift:186", text)
    assert re.search(r"nwjxqmkg +movies-genre-list +stale: 25x25, icon frame below 44 pt", text)
    assert "  regressed: " in text and re.search(r"  (regressed, )?waived: ", text) and "  waiver expired: " in text


def test_wrap_shows_notes_whole_and_a_pipe_gets_what_it_got(demo):
    note = "the label is read twice, and " * 9 + "the end"
    demo.ok("log", "fail", "voiceover.label-present", "movie-detail/movie-overview", "-s", "2", "-m", note, "--tester", "t1")
    try:
        for columns in (80, 120):
            brief = "\n".join(shown(demo, "list", "findings", columns=columns))
            assert "the label is read twice" not in brief or "the end" not in brief
            assert "…" in brief
            whole = "\n".join(shown(demo, "list", "findings", "--wrap", columns=columns))
            assert note in re.sub(r"\s+", " ", whole) and "…" not in whole
        piped = demo.ok("list", "findings").text
        assert "Check" in piped.splitlines()[2] and "Days open: " in piped
    finally:
        demo.ok("undo", "--tester", "t1")


def test_names_that_end_alike_stay_whole(tracker):
    tracker.register("one/close-the-window-of-the-app,icon-button", "two/close-the-window-of-the-app,icon-button",
                     "two/only-here-and-nowhere-else,icon-button")
    tracker.ok("log", "fail", "voiceover.label-present", "one/**", "two/**", "-s", "1", "--tester", "t1", "-y",
               "-m", "a note that is long enough for the names to be in its way at this width")
    text = "\n".join(shown(tracker, "list", "findings", "component:one/**,two/**", columns=100))
    assert " one/close-the-window-of-the-app " in text and " two/close-the-window-of-the-app " in text
    assert " only-here-and-nowhere-else " in text and "two/only" not in text


def test_a_narrow_terminal_gets_records_and_no_line_too_many(demo):
    lines = shown(demo, "list", "findings", "--limit", "3", columns=40)
    assert max(map(len, lines)) <= 40
    assert [line for line in lines if line.startswith("ID: ")][0] == "ID: hzjqsqxh"


def test_status_fits_a_screen_and_all_shows_the_rest(demo):
    lines = shown(demo, "status")
    # Of which app, and of which build.
    assert re.fullmatch(r"Accessibility status: MovieSwiftUI \(demo\), build 72eb4ae71, 20\d\d-\d\d-\d\dT[0-9:]{8}Z", lines[0])
    assert len(lines) <= 24 and max(map(len, lines)) <= 80, lines
    text = "\n".join(lines)
    for words in ("NO DECISION", "Compliance", "Coverage", "Range", "Open        54: 4 critical", "Trend ", "Worst ",
                  "people-detail/people-detail", "release-demo", "Notices", "a11y list components", "Next ",
                  "a11y list findings severity:1", "a11y status --all"):
        assert words in text, words
    whole = "\n".join(shown(demo, "status", "--all"))
    for words in ("Results     303 of 358: 150 PASS", "Build ", "Components by severity", "a11y list questions"):
        assert words in whole, words
    assert "and " not in [line.strip()[:4] for line in whole.splitlines()]
    steps = json.loads(demo.ok("status", "--json").out)["next"]
    assert all(step["command"] in whole for step in steps)


def test_a_status_names_the_folder_of_an_app_without_a_title(tmp_path):
    (tmp_path / "shop-app").mkdir()
    shop = Tracker(tmp_path / "shop-app")
    shop.begin()
    shop.register("home,button")
    shop.ok("log", "pass", "voiceover.label-present", "home", "--tester", "t1", "--build", "7")
    for form in ([], ["--format", "md"], ["--plain"]):
        assert "Accessibility status: shop-app, build 7, " in shop.ok("status", *form).text
    # The status of an earlier build is replaced like one of an earlier day.
    shop.ok("status", "-o", "status.txt")
    shop.ok("log", "fail", "voiceover.label-present", "home", "--tester", "t1", "--build", "8-beta")
    shop.ok("status", "-o", "status.txt")
    assert "shop-app, build 8-beta, " in (shop.folder / "status.txt").read_text()


@pytest.mark.parametrize("words", ["status", "gate", "show hzjq", "report", "list findings", "list results --limit 9", "trend", "doctor"])
def test_colors_are_those_that_white_and_black_both_show(demo, words):
    """What is read letter by letter, such as a name or a command, has the color of the terminal: cyan is pale on white, as
    are yellow and gray on one of the two."""
    text, _ = page(demo, *words.split())
    assert set(re.findall("\x1b\\[([0-9;]*)m", text)) <= {"0", "1", "1;31", "1;32", "35"}, words


def test_the_trend_of_the_status_is_that_of_trend(demo):
    status = json.loads(demo.ok("status", "--json").out)
    points = json.loads(demo.ok("trend", "--every", status["trend"]["every"], "--json").out)["points"]
    known = {point["period"]: point["open"] for point in points}
    assert status["trend"]["open"] == status["open"]["total"] == 54
    assert all(known[point["period"]] == point["open"] for point in status["trend"]["points"])


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("kind", ["cells", "results", "checks", "checklists", "components", "criteria", "fixes", "notes",
                                  "questions", "retest", "tasks", "waivers"])
def test_a_row_of_a_list_is_one_line(demo, kind, columns):
    rows = json.loads(demo.ok("list", kind, "--json", "--limit", "9").out)["rows"]
    lines = shown(demo, "list", kind, "--limit", "9", columns=columns)
    body = lines[3:]
    assert body.index("") == len(rows) and max(map(len, lines)) <= columns, lines
    # Nothing that is left out is kept quiet, and everything is there on request.
    whole = "\n".join(shown(demo, "list", kind, "--limit", "9", "--wrap", columns=columns))
    assert "Hidden at this width" not in whole and "…" not in whole
    for row in rows:
        for key in ("note", "text", "title", "reason"):
            if isinstance(row.get(key), str):
                assert row[key] in re.sub(r"\s+", " ", whole) or (kind, key) == ("components", "title"), (key, row[key])


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_errors_are_wrapped_at_words(demo, columns):
    words = "list", "findings", "severty:1", "owner:demo-dev-1", "component:movie-detail/movie-buttons-row"
    piped = demo.run(*words)
    assert piped.error.splitlines()[0] == 'a11y: unknown query field "severty:"; did you mean severity:?'
    for command in (words, ("list", "--columns", "nme"), ("new", "nonsense")):
        text, code = page(demo, *command, columns=columns)
        lines = ESCAPE.sub("", text).splitlines()
        assert code == 2 and max(map(len, lines)) <= columns, lines
        whole = demo.run(*command).error
        assert re.sub(r"\s+", " ", " ".join(lines)).strip() == re.sub(r"\s+", " ", whole).strip()


def test_errors_and_decisions_have_colors_at_a_terminal_alone(demo):
    red = "\x1b[1;31m"
    assert page(demo, "show", "nothing-of-that")[0].startswith(f"{red}a11y:\x1b[0m ")
    assert f"{red}HOLD\x1b[0m" in page(demo, "gate", "--max-critical", "0")[0]
    assert f"{red}critical\x1b[0m" in page(demo, "list", "findings", "--limit", "2")[0]
    assert f"{red}critical\x1b[0m, owner" in page(demo, "gate", "--max-critical", "0")[0]
    assert f"worst {red}critical\x1b[0m" in page(demo, "report")[0]
    for words in (["show", "nothing-of-that"], ["gate", "--max-critical", "0"], ["list", "findings"]):
        for more in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"A11Y_PLAIN": "1"}):
            assert "\x1b" not in page(demo, *words, **more)[0]
        assert "\x1b" not in page(demo, *words, "--no-color")[0]
        answer = demo.run(*words)
        assert "\x1b" not in answer.text + answer.error


def test_files_are_links_where_the_terminal_has_links(demo):
    kitty = {"TERM": "xterm-kitty"}
    text, _ = page(demo, "list", "findings", "--limit", "1", columns=160, **kitty)
    assert LINK.findall(text)[0].startswith("file:///") and LINK.findall(text)[0].endswith("/MovieDetail.swift")
    assert LINK.sub("", ESCAPE.sub("", text)) == "\n".join(
        shown(demo, "list", "findings", "--limit", "1", columns=160)) + "\n"
    text, _ = page(demo, "report", "--html", "a page.html", "-y", **kitty)
    assert LINK.findall(text)[0] == f"file://{demo.folder}/a%20page.html"
    for words in (["export", "-o", "all.a11y.json", "-y"], ["backup", "a.db", "-y"], ["report", "--earl", "e.json", "-y"],
                  ["worksheet", "-o", "w.html", "--component", "movie-detail/movie-detail", "-y"]):
        text, code = page(demo, *words, **kitty)
        name = next(word for word in words if "." in word)
        assert code == 0 and LINK.findall(text)[0] == f"file://{demo.folder}/{name}", text
        assert not LINK.search(page(demo, *words)[0])
    for more in ({}, {"TERM": "xterm-kitty", "NO_COLOR": "1"}, {"TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"}):
        assert not LINK.search(page(demo, "list", "findings", "--limit", "1", columns=160, **more)[0])
    assert "\x1b]8" not in demo.ok("list", "findings", FORCE_HYPERLINK="1", FORCE_COLOR="1").text


def test_what_is_longer_than_the_screen_goes_to_the_pager(demo):
    pager = "sed 's/^/> /'"
    text, code = page(demo, "list", "findings", A11Y_PAGER=pager)
    assert code == 0 and text.startswith("> ") and text.count("\n> ") > 50
    # What fits the screen does not, nor what a screen reader reads, nor what a program reads.
    assert "> " not in page(demo, "list", "findings", "--limit", "3", A11Y_PAGER=pager)[0]
    for more in ({"A11Y_PLAIN": "1"}, {"A11Y_PAGER": "cat", "PAGER": pager}):
        assert not page(demo, "list", "findings", **{"A11Y_PAGER": pager, **more})[0].startswith("> ")
    assert page(demo, "list", "findings", PAGER=pager)[0].startswith("> ")
    assert not demo.ok("list", "findings", A11Y_PAGER=pager).text.startswith("> ")
    # Who leaves it early has seen what there was to see.
    text, code = page(demo, "list", "results", A11Y_PAGER="head -n 1")
    assert code == 0 and "a11y:" not in text
    text, code = page(demo, "list", "findings", A11Y_PAGER="no-such-pager")
    assert code == 3 and "cannot start pager" in text
    child = terminal(demo, "list", "findings", A11Y_PAGER="less")
    child.expect("Severity")
    child.send("q")
    child.expect("$")
    child.close()
    assert "\x1b" not in demo.ok("status").text
